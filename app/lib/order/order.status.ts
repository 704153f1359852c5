import { compareDecimal } from "~/lib/money/decimal";
import { isCost } from "~/lib/task/card";
import type { Answer, Role, TaskType } from "~/lib/vocabulary/card.schema";

export const ORDER_STATUS = [
  "waiting",
  "proposed",
  "accepted",
  "working",
  "partial",
  "delivered",
  "inspected",
  "paid",
  "declined",
  "cancelled",
] as const;
export type OrderStatus = (typeof ORDER_STATUS)[number];

/** `num_cancelled` does not hold those that were declined. */
export type CardCounts = {
  num_cards: number;
  num_waiting: number;
  num_proposed: number;
  num_declined: number;
  num_cancelled: number;
  num_begun: number;
  num_shipped: number;
  /** Of which 納入数 is above nothing. */
  num_come: number;
  num_delivered: number;
};

/** Of the lines of live 納品書 of an order's cards. `num_unpaid`: to be billed, or billed and open. */
export type GoodsCounts = {
  num_goods: number;
  num_uninspected: number;
  num_unpaid: number;
  num_paid: number;
};
export const NO_GOODS: GoodsCounts = { num_goods: 0, num_uninspected: 0, num_unpaid: 0, num_paid: 0 };

export const sumGoods = (all: GoodsCounts[]): GoodsCounts =>
  all.reduce(
    (sum, one) => ({
      num_goods: sum.num_goods + one.num_goods,
      num_uninspected: sum.num_uninspected + one.num_uninspected,
      num_unpaid: sum.num_unpaid + one.num_unpaid,
      num_paid: sum.num_paid + one.num_paid,
    }),
    NO_GOODS,
  );

/** Cancelled, bought and declined cards are nobody's to ship. */
export const liveCards = (c: Pick<CardCounts, "num_cards" | "num_declined" | "num_cancelled">): number =>
  c.num_cards - c.num_declined - c.num_cancelled;

/** Stored nowhere: it follows from the order's cards, and from what their 納品書 and 請求書 say. */
export function orderStatus(cancelled: boolean, c: CardCounts, goods: GoodsCounts = NO_GOODS): OrderStatus {
  if (cancelled) return "cancelled";
  const live = liveCards(c);
  if (live === 0) return c.num_declined > 0 ? "declined" : "cancelled";
  if (c.num_proposed > 0) return "proposed";
  if (c.num_waiting > 0) return "waiting";
  if (c.num_delivered < live) {
    if (c.num_come > 0) return "partial";
    return c.num_begun > 0 || c.num_shipped > 0 ? "working" : "accepted";
  }
  // Who pays without ever having inspected has taken the goods.
  if (goods.num_paid > 0 && goods.num_unpaid === 0) return "paid";
  return goods.num_goods > 0 && goods.num_uninspected === 0 ? "inspected" : "delivered";
}

export type LineState = {
  id: string;
  task_type: TaskType | null;
  answer: Answer | null;
  shipped_time: string | null;
  cancelled_time: string | null;
  num_good: string;
  num_delivered: string;
  num_again: string;
  /** Stays 残 until it is accepted, where the pair counts so. */
  num_pending: string;
  is_billing_target: boolean;
  closed_reason: string | null;
  num_defective: string;
  num_partial: string;
  product_time: string | null;
  /** Of the process that it came from: from the inbox a card comes as it is accepted. */
  left: Role | null;
  cost_tax_rate: number | null;
};

/** 中止費用 is billed and paid, and moves nothing else of its order. */
export const isGoods = (card: Pick<LineState, "cost_tax_rate">) => !isCost(card);

const isBegun = ({ num_good, num_defective, num_partial, product_time, left }: LineState) =>
  product_time !== null ||
  (left !== null && left !== "inbox") ||
  [num_good, num_defective, num_partial].some((num) => compareDecimal(num, "0") > 0);

/** Parts, and what came of them by division or rework, are no quantity of the order. */
export function countCards(all: LineState[]): CardCounts {
  const parts = all.filter((card) => card.task_type === "part");
  const ofPart = (card: LineState) =>
    card.task_type === "part" ||
    (card.task_type !== null && parts.some((part) => card.id.startsWith(`${part.id}-`)));
  const cards = all.filter((card) => !ofPart(card));
  const declined = (card: LineState) => card.answer === "declined";
  const off = (card: LineState) => declined(card) || card.cancelled_time !== null;
  const count = (is: (card: LineState) => boolean) => cards.filter(is).length;
  return {
    num_cards: cards.length,
    num_waiting: count((card) => !off(card) && card.answer === "waiting"),
    num_proposed: count((card) => !off(card) && card.answer === "proposed"),
    num_declined: count(declined),
    num_cancelled: count((card) => !declined(card) && card.cancelled_time !== null),
    num_begun: count((card) => !off(card) && isBegun(card)),
    num_shipped: count(
      (card) => !off(card) && (card.shipped_time !== null || compareDecimal(card.num_delivered, "0") > 0),
    ),
    num_come: count(
      (card) =>
        !off(card) &&
        (compareDecimal(card.num_delivered, "0") > 0 ||
          (card.shipped_time !== null &&
            !card.is_billing_target &&
            card.task_type !== "defective" &&
            compareDecimal(card.num_good, "0") > 0)),
    ),
    num_delivered: count(
      (card) =>
        !off(card) &&
        card.shipped_time !== null &&
        compareDecimal(card.num_pending, "0") === 0 &&
        (card.closed_reason !== null ||
          ((!card.is_billing_target || compareDecimal(card.num_delivered, card.num_good) >= 0) &&
            compareDecimal(card.num_again, "0") === 0)),
    ),
  };
}
