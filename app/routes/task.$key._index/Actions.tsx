import type { ReactNode } from "react";
import { LinkButton } from "~/components/form/Button";
import { OneTap } from "~/components/form/OneTap";
import { cannotAgree, cannotAnswer } from "~/lib/task/answer";
import { cannotDivide } from "~/lib/task/branch";
import { isCost, nextProcess } from "~/lib/task/card";
import type { CardDetail } from "~/lib/task/card.page.schema";
import { isBought } from "~/lib/task/ship";
import { cannotWork } from "~/lib/task/work";
import type { CardWork } from "~/lib/task/work.page.schema";
import { namesOf } from "~/lib/task/worker.pick";
import { NON_KANBAN_GROUP } from "~/lib/vocabulary/card.schema";
import { Turn } from "./Turn";

export type Props = { detail: CardDetail; work: CardWork; last: { worker_id: number; name: string }[] };

export function SellerActions({ detail: { card, processes }, work, last }: Props): ReactNode {
  const { key, version } = card;
  if (isBought(card) || isCost(card)) return null;
  if (card.shipped_time)
    return (
      <OneTap tone="danger" action={`/task/${key}/unship`} fields={{ version }}>
        出荷を取り消す
      </OneTap>
    );
  if (card.group_id === NON_KANBAN_GROUP) return null;
  if (!cannotAnswer(card)) {
    return (
      <>
        <OneTap tone="primary" action={`/task/${key}/answer`} fields={{ act: "accept", version }}>
          承諾する
        </OneTap>
        <LinkButton href={`/task/${key}/answer#propose`}>納期を提案</LinkButton>
        <LinkButton href={`/task/${key}/chat`}>質問</LinkButton>
        <LinkButton tone="danger" href={`/task/${key}/answer#decline`}>
          断る
        </LinkButton>
      </>
    );
  }
  const next = nextProcess(processes, card.group_id);
  const open = work.works.filter((one) => one.work_end === null);
  const [going, paused] = [open.some((one) => !one.is_paused), open.some((one) => one.is_paused)];
  const at = open.map((one) => one.worker_id);
  const ready = last.filter((one) => !at.includes(one.worker_id));
  const begin =
    open.length === 0 && ready.length > 0 ? (
      <Begin card_key={key} version={version} ready={ready} first={next !== null} />
    ) : (
      <LinkButton tone={next ? "primary" : "secondary"} href={`/task/${key}/start`}>
        着手
      </LinkButton>
    );
  return (
    <>
      {going ? (
        <LinkButton tone="primary" href={`/task/${key}/finish`}>
          完了
        </LinkButton>
      ) : null}
      {paused ? (
        <OneTap tone={going ? "secondary" : "primary"} action={`/task/${key}/resume`} fields={{ version }}>
          再開
        </OneTap>
      ) : null}
      {next ? null : (
        <LinkButton tone={open.length ? "secondary" : "primary"} href={`/task/${key}/ship`}>
          出荷
        </LinkButton>
      )}
      {going ? <LinkButton href={`/task/${key}/pause`}>中断</LinkButton> : null}
      <Turn card={card} processes={processes} work={work} />
      {open.length === 0 ? begin : null}
      {going ? null : <LinkButton href={`/task/${key}/finish`}>完了</LinkButton>}
      {next ? (
        <OneTap action={`/task/${key}/move`} fields={{ version, group_id: next.group_id }}>
          次の工程へ（{next.label}）
        </OneTap>
      ) : null}
    </>
  );
}

function Begin({
  card_key,
  version,
  ready,
  first,
}: {
  card_key: number;
  version: number;
  ready: Props["last"];
  first: boolean;
}) {
  return (
    <OneTap
      tone={first ? "primary" : "secondary"}
      action={`/task/${card_key}/start`}
      fields={{ version, worker_ids: ready.map((one) => one.worker_id).join() }}
    >
      着手（{ready.length > 2 ? `${ready[0]!.name}ほか${ready.length - 1}人` : namesOf(ready)}）
    </OneTap>
  );
}

/** 不良登録, 分割 and 外注: of every day, but not the next step. */
export function DayActions({ detail: { card, processes }, work }: Omit<Props, "last">) {
  if (cannotWork(card, "変更") !== null) return null;
  const out = work.links.some((one) => !one.received_time && !one.cancelled_time);
  const parted = cannotDivide(card) === null && !out;
  const act = (path: string, label: string) => (
    <LinkButton href={`/task/${card.key}/${path}`}>{label}</LinkButton>
  );
  return (
    <>
      {act("defect", "不良登録")}
      {parted ? act("divide", "分割") : null}
      {parted && processes.some((one) => one.role === "outsource") ? act("outsource", "外注") : null}
      {out ? act("receive", "外注から受入") : null}
    </>
  );
}

export function BuyerActions({ detail: { card } }: { detail: CardDetail }) {
  const asked = cannotAgree(card) === null;
  return (
    <>
      {asked ? (
        <LinkButton tone="primary" href={`/task/${card.key}/agree`}>
          納期の提案に回答する
        </LinkButton>
      ) : null}
      {asked || card.group_id === NON_KANBAN_GROUP ? null : (
        <LinkButton href={`/task/${card.key}/chat/date`}>納期変更を依頼</LinkButton>
      )}
      <LinkButton href={`/task/${card.key}/chat`}>チャット</LinkButton>
    </>
  );
}
