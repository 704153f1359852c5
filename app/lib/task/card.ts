import { compareDecimal, decimal, formatNumber, milli } from "~/lib/money/decimal";
import { addBusinessDays, type Holidays } from "~/lib/time/businessday";
import type { ISODate } from "~/lib/time/date";
import {
  type Answer,
  NON_KANBAN_GROUP,
  type Role,
  UNIT_LABEL,
  type Unit,
} from "~/lib/vocabulary/card.schema";

export type CardState = {
  group_id: number;
  answer: Answer | null;
  shipped_time: string | null;
  cancelled_time: string | null;
};
type Process = { group_id: number; label: string; role: Role };
type Numbers = { num_items: string; num_good: string; num_defective: string; num_partial: string };

/** 中止費用, 買取 and 作り直し費用: agreed on by both, and nothing that is made. */
export const isCost = ({ cost_tax_rate }: { cost_tax_rate: number | null }): boolean =>
  cost_tax_rate !== null;

export const cannotCopy = (card: { cost_tax_rate: number | null }): string | null =>
  isCost(card) ? "変更依頼で合意した費用のため、複製できません。" : null;

export function offBoardProblem(card: CardState, act: string): string | null {
  if (card.shipped_time) return `出荷済みのカードは${act}できません。先に出荷を取り消してください。`;
  if (card.cancelled_time || card.group_id === NON_KANBAN_GROUP)
    return `取り消されたカードは${act}できません。`;
  return null;
}

export const isUnanswered = ({ answer }: CardState) => answer === "waiting" || answer === "proposed";

export function cannotMove(card: CardState, to: Process | undefined): string | null {
  const off = offBoardProblem(card, "移動");
  if (off) return off;
  if (isUnanswered(card)) return "新規依頼のカードは、承諾してから移動してください。";
  if (!to) return "移動先の工程が見つかりません。画面を読み込み直してください。";
  if (to.role === "inbox") return `「${to.label}」には移動できません。ほかの工程を選んでください。`;
  return to.group_id === card.group_id ? `カードはすでに「${to.label}」にあります。` : null;
}

type Held = { num_delivered: string; order_unit: Unit };

// What a live 納品書 holds stays good, whatever the change: an undo or a merge too (docs/spec/invariants.md,
// 2).
export function cannotTakeFromPaper(
  card: Held,
  to: { num_good?: string; cancelled_time?: string | null },
): string | null {
  const held = compareDecimal(card.num_delivered, "0") > 0;
  const lost =
    to.cancelled_time || (to.num_good !== undefined && compareDecimal(to.num_good, card.num_delivered) < 0);
  if (!held || !lost) return null;
  const count = `${formatNumber(card.num_delivered)}${UNIT_LABEL[card.order_unit]}`;
  return `納品書に${count}載っています。良品をそれより少なくしたり、カードをカンバンから外したりする前に、納品書を取り消してください。`;
}

export function cannotCount(card: CardState): string | null {
  return (
    offBoardProblem(card, "数量を登録") ??
    (isUnanswered(card) ? "新規依頼のカードは、承諾してから数量を登録してください。" : null)
  );
}

export function overCount(card: Numbers): string | null {
  const over =
    milli(card.num_good) + milli(card.num_defective) + milli(card.num_partial) - milli(card.num_items);
  return over > 0n ? decimal(over) : null;
}

/** For forms and scans alike. */
export const overErrors = (more: string) => ({
  over: [`予定数を${formatNumber(more)}超えます。この数でよければ「予定数を超えて登録する」を選んでください`],
});

export function remaining(card: Pick<Numbers, "num_items" | "num_good" | "num_defective">): string {
  const left = milli(card.num_items) - milli(card.num_good) - milli(card.num_defective);
  return decimal(left > 0n ? left : 0n);
}

/** From the inbox and from nowhere: the first to work in. */
export function nextProcess<P extends Process>(processes: P[], group_id: number): P | null {
  const at = processes.findIndex((factoryProcess) => factoryProcess.group_id === group_id);
  return processes.slice(at + 1).find((factoryProcess) => factoryProcess.role !== "inbox") ?? null;
}

export function previousProcess<P extends Process>(processes: P[], group_id: number): P | null {
  const at = processes.findIndex((factoryProcess) => factoryProcess.group_id === group_id);
  return (
    processes.slice(0, Math.max(at, 0)).findLast((factoryProcess) => factoryProcess.role !== "inbox") ?? null
  );
}

/** A card that goes there passes on what is done. */
export function isOnward(processes: Process[], from: number, to: number): boolean {
  const at = (group_id: number) =>
    processes.findIndex((factoryProcess) => factoryProcess.group_id === group_id);
  return at(to) > at(from);
}

export const firstProcess = <P extends Process>(processes: P[]): P | null => nextProcess(processes, 0);

/** 1176 モーターベース（H2611-0021）. */
export const cardName = ({
  id,
  name,
  order_id,
}: {
  id: string;
  name: string;
  order_id: string | null;
}): string => `${id} ${name}${order_id ? `（${order_id}）` : ""}`;

/** A card that came to its process by this 東京 day has stood still for `days` business days. */
export function stalledSince(today: ISODate, days: number, holidays?: Holidays): ISODate {
  return addBusinessDays(today, -days, holidays);
}
