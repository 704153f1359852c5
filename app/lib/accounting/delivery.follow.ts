import { compareDecimal, decimal, formatNumber, formatYen, milli } from "~/lib/money/decimal";
import { type Deliverable, remaining } from "./delivery";
import { billableItems, type Inspected } from "./inspection";

type Postponable = Inspected & { is_billing_target: boolean; num_billed: string };
/** A line may be billed in parts (R4-10); what was rejected is never billed, before it was or after. */
export function isOpen(line: Postponable): boolean {
  if (!line.is_billing_target) return false;
  const rest = compareDecimal(billableItems(line, "delivered"), line.num_billed);
  return compareDecimal(line.num_items, "0") < 0 ? rest !== 0 : rest > 0;
}

/** 来月に回す: what of it stands on no 請求書 yet. */
export function cannotPostpone(
  { cancelled_time, invoice_numbers }: { cancelled_time: string | null; invoice_numbers: string[] },
  lines: Postponable[],
): string | null {
  if (cancelled_time) return "この納品書は取り消されています。";
  if (lines.some(isOpen)) return null;
  return invoice_numbers.length > 0
    ? `請求書 ${invoice_numbers.join("、")} に載っているため来月に回せません。先に請求書の締めを解除してください。`
    : "請求する明細がありません。";
}

/** Which of the lines move; where each note is taxed by itself, it moves as a whole. */
export function postponeProblem(
  chosen: Postponable[],
  all: Postponable[],
  invoice_basis: "monthly" | "delivery_note",
): string | null {
  if (chosen.length === 0) return "回す明細を選択してください。";
  if (!chosen.every(isOpen)) return "請求済み、または請求しない明細が選ばれています。選び直してください。";
  const whole = chosen.length === all.filter(isOpen).length;
  return whole || invoice_basis === "monthly"
    ? null
    : "この取引先は納品書ごとに消費税を計算するため、請求月は納品書ごとに変えてください。";
}

type Restorable = {
  cancelled_time: string | null;
  /** Each card as it stands now, with what this 納品書 had delivered of it. */
  cards: { id: string; card: Deliverable | null; num_items: string }[];
  /** What its 返品 refer to; null where that is not there any more. */
  returns: { number: string; amount: number; original: { left: number; is_followed: boolean } | null }[];
  /** Of 再納: what is still to come in place of what was rejected; null where that 納品書 is cancelled. */
  refills: { number: string; num_items: string; left: string | null }[];
  /** Of the order, over all its live 納品書. */
  exceeds: string | null;
};

/** 復元: as it was, where nothing has followed its 取消. */
export function cannotRestore({
  cancelled_time,
  cards,
  returns,
  refills,
  exceeds,
}: Restorable): string | null {
  if (!cancelled_time) return "この納品書は取り消されていません。";
  for (const { id, card, num_items } of cards) {
    if (!card || card.cancelled_time) return `カード ${id} が取り消されているため、復元できません。`;
    if (!card.is_billing_target) return `カード ${id} が請求対象から外されているため、復元できません。`;
    if (card.closed_reason !== null) return `カード ${id} の残りが打切になっているため、復元できません。`;
    if (compareDecimal(remaining(card), num_items) < 0)
      return `カード ${id} が、ほかの納品書に載ったか良品数が減ったため、復元できません。`;
  }
  if (exceeds) return exceeds;
  for (const { number, amount, original } of returns) {
    if (!original) return `返品の元の納品書 ${number} が取り消されているため、復元できません。`;
    if (original.is_followed)
      return `返品の元の納品書 ${number} は、取り消したあとに不合格を除いて請求することになったため、復元すると二重に引かれます。まだ引いていない返品があるときは、新しい納品書で発行してください。`;
    if (amount > original.left)
      return `返品が、元の納品書 ${number} の残り（税抜${formatYen(original.left)}）を超えるため、復元できません。`;
  }
  for (const { number, num_items, left } of refills) {
    if (left === null) return `再納の元の納品書 ${number} が取り消されているため、復元できません。`;
    if (compareDecimal(left, num_items) < 0)
      return `再納が、納品書 ${number} の不合格の残り（${formatNumber(left)}）を超えるため、復元できません。`;
  }
  return null;
}

/** Of the lines, how many pieces of each card. */
export function deliveredOf(lines: { card_key: number | null; card_id: string | null; num_items: string }[]) {
  const sums = new Map<number, { id: string; num: bigint }>();
  for (const { card_key, card_id, num_items } of lines)
    if (card_key !== null)
      sums.set(card_key, { id: card_id ?? "", num: (sums.get(card_key)?.num ?? 0n) + milli(num_items) });
  return [...sums].map(([key, { id, num }]) => ({ key, id, num_items: decimal(num) }));
}
