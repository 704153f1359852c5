import { LinkButton } from "~/components/form/Button";
import { OneTap } from "~/components/form/OneTap";
import { cannotAnswer } from "~/lib/task/answer";
import { cannotCopy, nextProcess } from "~/lib/task/card";
import { CARD_ACTS } from "~/lib/task/card.act";
import { cannotCancel } from "~/lib/task/work";
import { NON_KANBAN_GROUP } from "~/lib/vocabulary/card.schema";
import type { Props } from "./Actions";

export function MoreActions({ detail: { card, deliveries, processes }, work, last }: Props) {
  const { key, version } = card;
  const begun = work.works.some((row) => row.work_end === null);
  const off = card.group_id === NON_KANBAN_GROUP;
  const asked = cannotAnswer(card) === null;
  const at = !off && !asked;
  const one = (name: "urgent" | "billing") => (
    <OneTap
      tone="plain"
      action={`/task/${key}/${name}`}
      fields={{ version, ...CARD_ACTS[name]!.fields(card) }}
    >
      {CARD_ACTS[name]!.label(card)}
    </OneTap>
  );
  const link = (path: string, label: string) => (
    <LinkButton tone="plain" href={`/task/${key}/${path}`}>
      {label}
    </LinkButton>
  );
  const end = cannotCancel(card, work.works.length > 0) ? ["stop", "中止"] : ["cancel", "取消・削除"];
  return (
    <>
      {at && (begun || last.length > 0)
        ? link("start", begun ? "ほかの人も着手" : "作業者を選んで着手")
        : null}
      {at ? link("move", "移動先を選ぶ") : null}
      {at && nextProcess(processes, card.group_id) ? link("ship", "出荷") : null}
      {at ? link("count", "数量を登録") : null}
      {cannotCopy(card) ? null : link("copy", "複製")}
      {off || asked ? null : link("tag", "現品票を印刷")}
      {off ? null : one("urgent")}
      {card.cancelled_time || deliveries.length > 0 ? null : one("billing")}
      {work.undo ? (
        <OneTap tone="plain" action={`/task/${key}/undo`} fields={{ version }}>
          元に戻す（{work.undo}）
        </OneTap>
      ) : null}
      {at ? (
        <LinkButton tone="danger" href={`/task/${key}/${end[0]}`}>
          {end[1]}
        </LinkButton>
      ) : null}
    </>
  );
}
