import { compareDecimal, decimal, milli } from "~/lib/money/decimal";
import type { Answer, TaskType, Unit } from "~/lib/vocabulary/card.schema";

/** The card of a line with its branches, and theirs; rework and parts are no quantity of the order's. */
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
  | "is_billing_target"
  | "shipped_time"
  | "cancelled_time"
>;
/** The cards on which what of a card was defective is made again for money. */
const remadeOf = <C extends Comes>(card: C, cards: C[]): C[] =>
  cards
    .filter((one) => one.task_type === "defective" && one.parent_id === card.id && one.is_billing_target)
    .flatMap((one) => familyOf(one, cards))
    .filter((one) => one.cancelled_time === null);
/**
 * What of a card came or is still to come: once it is shipped, what was good, and what of the rest is made
 * again and billed.
 */
function coming(card: Comes, cards: Comes[]): bigint {
  const items = milli(card.num_items);
  if (!card.shipped_time) return items;
  const comes = remadeOf(card, cards).reduce((sum, one) => sum + coming(one, cards), milli(card.num_good));
  return comes < items ? comes : items;
}
/**
 * The cards of a line, each with what of it comes and the cards that make it again, and theirs: what its 納入数,
 * 注文残 and 打切 are counted from.
 */
export function comingFamily<C extends Comes>(
  root: C,
  cards: C[],
): (C & { num_comes: string; remade: C[] })[] {
  const all = (card: C): C[] => remadeOf(card, cards).flatMap((one) => [one, ...all(one)]);
  return familyOf(root, cards).map((card) => ({
    ...card,
    num_comes: decimal(coming(card, cards)),
    remade: all(card),
  }));
}
/** The cards of a line, what was closed of each at shipping taken off its quantity. */
export function standingFamily<C extends Comes>(root: C, cards: C[]): (C & { is_closed: boolean })[] {
  return familyOf(root, cards).map((card) => {
    const num_items = decimal(coming(card, cards));
    return { ...card, num_items, is_closed: compareDecimal(num_items, card.num_items) < 0 };
  });
}
/**
 * What an order's line became, as its cards say: a line's own card and the branches that were divided off it.
 */
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
  is_billing_target: boolean;
};
