import { compareDecimal, decimal, milli } from "~/lib/money/decimal";
import type { Answer, TaskType, Unit } from "~/lib/vocabulary/card.schema";
import { cameOf } from "./order.rest";

/** Rework and parts are no quantity of the order. */
export function familyOf<C extends Pick<LineCard, "id" | "parent_id" | "task_type">>(
  root: C,
  cards: C[],
): C[] {
  const below = cards.filter(
    (one) => one.task_type === "division" && one.parent_id === root.id && one.id !== root.id,
  );
  return [root, ...below.flatMap((one) => familyOf(one, cards))];
}
type Comes = Pick<
  LineCard,
  | "id"
  | "parent_id"
  | "task_type"
  | "num_items"
  | "num_good"
  | "num_delivered"
  | "closed_reason"
  | "is_billing_target"
  | "shipped_time"
  | "cancelled_time"
>;
const remadeOf = <C extends Comes>(card: C, cards: C[]): C[] =>
  cards
    .filter((one) => one.task_type === "defective" && one.parent_id === card.id && one.is_billing_target)
    .flatMap((one) => familyOf(one, cards))
    .filter((one) => one.cancelled_time === null);
const allRemade = <C extends Comes>(card: C, cards: C[]): C[] =>
  remadeOf(card, cards).flatMap((one) => [one, ...allRemade(one, cards)]);
/** Shipped: what was good, and what of the rest is made again and billed; closed: what was delivered. */
function coming(card: Comes, cards: Comes[]): bigint {
  const items = milli(card.num_items);
  const closed = card.closed_reason !== null;
  if (!card.shipped_time && !closed) return items;
  const comes = closed
    ? cameOf(card, allRemade(card, cards))
    : remadeOf(card, cards).reduce((sum, one) => sum + coming(one, cards), milli(card.num_good));
  return comes < items ? comes : items;
}
export function comingFamily<C extends Comes>(
  root: C,
  cards: C[],
): (C & { num_comes: string; remade: C[] })[] {
  return familyOf(root, cards).map((card) => ({
    ...card,
    num_comes: decimal(coming(card, cards)),
    remade: allRemade(card, cards),
  }));
}
/** What was closed of each, at shipping or by a 納品書, is taken off its quantity. */
export function standingFamily<C extends Comes>(root: C, cards: C[]): (C & { is_closed: boolean })[] {
  return familyOf(root, cards).map((card) => {
    const num_items = decimal(coming(card, cards));
    return { ...card, num_items, is_closed: compareDecimal(num_items, card.num_items) < 0 };
  });
}
export type LineCard = {
  key: number;
  id: string;
  parent_id: string | null;
  task_type: TaskType | null;
  answer: Answer | null;
  num_items: string;
  order_unit: Unit;
  unit: Unit;
  unit_weight: string | null;
  pieces_per_set: string | null;
  unit_price: string | null;
  delivery_date: string | null;
  shipped_time: string | null;
  cancelled_time: string | null;
  num_good: string;
  num_delivered: string;
  closed_reason: string | null;
  is_billing_target: boolean;
};
