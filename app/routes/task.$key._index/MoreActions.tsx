import { OneTap } from "~/components/form/OneTap";
import { cannotAnswer } from "~/lib/task/answer";
import { nextProcess } from "~/lib/task/card";
import { CARD_ACTS } from "~/lib/task/card.act";
import { cannotCancel } from "~/lib/task/work";
import { NON_KANBAN_GROUP } from "~/lib/vocabulary/card.schema";
import type { Props } from "./Actions";

const QUIET =
  "flex h-8 w-full items-center rounded px-2 text-left text-base text-accent no-underline hover:bg-accent-soft touch:h-11";
const GRAVE = QUIET.replace("text-accent", "text-bad").replace("bg-accent-soft", "bg-bad-soft");
export function MoreActions({ detail: { card, deliveries, processes }, work, last }: Props) {
  const { key, version } = card;
  const begun = work.works.some((row) => row.work_end === null);
  const off = card.group_id === NON_KANBAN_GROUP;
  const asked = cannotAnswer(card) === null;
  const at = !off && !asked;
  const one = (name: "urgent" | "billing") => (
    <OneTap
      look={QUIET}
      action={`/task/${key}/${name}`}
      fields={{ version, ...CARD_ACTS[name]!.fields(card) }}
    >
      {CARD_ACTS[name]!.label(card)}
    </OneTap>
  );
  const link = (path: string, label: string) => (
    <a className={QUIET} href={`/task/${key}/${path}`}>
      {label}
    </a>
  );
  return (
    <>
      {card.cancelled_time ? null : (
        <a className={QUIET} href={`/task/${key}?edit=on`}>
          編集
        </a>
      )}
      {at && (begun || last.length > 0)
        ? link("start", begun ? "ほかの人も着手" : "作業者を選んで着手")
        : null}
      {at ? link("move", "移動先を選ぶ") : null}
      {at && nextProcess(processes, card.group_id) ? link("ship", "出荷") : null}
      {at ? link("count", "数量を登録") : null}
      {link("copy", "複製")}
      {off || asked ? null : link("tag", "現品票を印刷")}
      {off ? null : one("urgent")}
      {card.cancelled_time || deliveries.length > 0 ? null : one("billing")}
      {work.undo ? (
        <OneTap look={QUIET} action={`/task/${key}/undo`} fields={{ version }}>
          元に戻す（{work.undo}）
        </OneTap>
      ) : null}
      {at ? (
        cannotCancel(card, work.works.length > 0) ? (
          <a className={GRAVE} href={`/task/${key}/stop`}>
            中止
          </a>
        ) : (
          <a className={GRAVE} href={`/task/${key}/cancel`}>
            取消・削除
          </a>
        )
      ) : null}
    </>
  );
}
