import { BoardCard } from "~/components/board/BoardCard";
import { OneTap } from "~/components/form/OneTap";
import type { ChipTone } from "~/components/list/Chip";
import { formatNumber } from "~/lib/money/decimal";
import type { Board, BoardCard as Shown } from "~/lib/task/board.schema";
import { due, nextProcess, shortName } from "~/lib/task/card";
import { ANSWER_LABEL, TASK_TYPE_LABEL, UNIT_LABEL } from "~/lib/task/card.schema";
import { formatDate } from "~/lib/time/date";

/** What every card of one board shares. */
export type Desk = { today: string; side: "seller" | "buyer" | null; processes: Board["processes"] };

function chipsOf(card: Shown): { text: string; tone: ChipTone }[] {
  const chips: { text: string; tone: ChipTone }[] = [];
  if (card.is_urgent) chips.push({ text: "至急", tone: "bad" });
  if (card.answer === "waiting") chips.push({ text: ANSWER_LABEL.waiting, tone: "accent" });
  if (card.answer === "proposed") chips.push({ text: `${ANSWER_LABEL.proposed} ${formatDate(card.proposed_delivery_date!).slice(5)}`, tone: "warn" });
  if (card.task_type) chips.push({ text: TASK_TYPE_LABEL[card.task_type], tone: card.task_type === "defective" ? "warn" : "muted" });
  if (card.collab_name) chips.push({ text: card.collab_name, tone: "muted" });
  if (card.worker) chips.push({ text: card.worker, tone: "muted" });
  return chips;
}

/** 良120 不3 途20 / 200; nothing while nothing is counted. */
function progressOf(card: Shown) {
  const [good, bad, partial, total] = [card.num_good, card.num_defective, card.num_partial, card.num_items].map(Number) as [number, number, number, number];
  if (good + bad + partial === 0) return undefined;
  const part = (label: string, value: string) => (value === "0" ? "" : `${label}${formatNumber(value)}`);
  const text = [part("良", card.num_good), part("不", card.num_defective), part("途", card.num_partial)].filter(Boolean).join(" ");
  return { good, bad, partial, total, text: `${text} / ${formatNumber(card.num_items)}` };
}

export function Card({ card, desk }: { card: Shown; desk: Desk }) {
  const { side, today } = desk;
  return (
    <BoardCard id={card.key} href={`/task/${card.key}`} title={card.name} quantity={formatNumber(card.num_items)} unit={UNIT_LABEL[card.order_unit]}
      line2={[shortName(side === "buyer" ? card.seller_name : card.buyer_name), card.order_id, card.id].filter(Boolean).join("・")}
      progress={progressOf(card)} due={due(card, today, false) ?? undefined} chips={chipsOf(card)} version={String(card.version)}
      footer={side === "seller" ? <Footer card={card} desk={desk} /> : card.answer === "proposed" && <Answer card={card} />}
      actions={side === "seller" ? <Menu card={card} /> : undefined} />
  );
}

function Footer({ card: { key, version, answer, group_id }, desk: { processes } }: { card: Shown; desk: Desk }) {
  if (answer === "waiting" || answer === "proposed") {
    return (
      <>
        <OneTap look="card-act" action={`/task/${key}/answer`} fields={{ act: "accept", version }}>承諾</OneTap>
        <a className="card-act" href={`/task/${key}/answer#propose`}>納期を提案</a>
        <a className="card-act" href={`/task/${key}/answer#decline`}>断る</a>
      </>
    );
  }
  const next = nextProcess(processes, group_id);
  if (!next) return <a className="card-act" href={`/task/${key}/ship`}>出荷</a>;
  return (
    <OneTap look="card-act" label={`次の工程へ（${next.label}）`} action={`/task/${key}/move`} fields={{ group_id: next.group_id, version }}>
      次の工程へ
    </OneTap>
  );
}

function Answer({ card }: { card: Shown }) {
  return <a className="card-act" href={`/task/${card.key}/agree`}>納期の提案に答える</a>;
}

function Menu({ card: { key, answer } }: { card: Shown }) {
  const asked = answer === "waiting" || answer === "proposed";
  const items = asked ? [["answer", "回答する"]] : [["move", "移動先を選ぶ"], ["count", "数量を登録"], ["ship", "出荷"]];
  return <>{items.map(([path, label]) => <a key={path} href={`/task/${key}/${path}`} className="menu-item">{label}</a>)}</>;
}
