import { compareDecimal } from "~/lib/money/decimal";
import type { Answer } from "~/lib/vocabulary/card.schema";

export const ORDER_STATUS = [
  "waiting",
  "proposed",
  "accepted",
  "partial",
  "delivered",
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
  num_shipped: number;
  num_delivered: number;
};

/** Stored nowhere: it follows from the order's cards. */
export function orderStatus(cancelled: boolean, c: CardCounts): OrderStatus {
  if (cancelled) return "cancelled";
  const live = c.num_cards - c.num_declined - c.num_cancelled;
  if (live === 0) return c.num_declined > 0 ? "declined" : "cancelled";
  if (c.num_proposed > 0) return "proposed";
  if (c.num_waiting > 0) return "waiting";
  if (c.num_shipped === 0) return "accepted";
  return c.num_delivered < live ? "partial" : "delivered";
}

export type LineState = {
  answer: Answer | null;
  shipped_time: string | null;
  cancelled_time: string | null;
  num_good: string;
  num_delivered: string;
  is_billing_target: boolean;
  closed_reason: string | null;
};

export function countCards(cards: LineState[]): CardCounts {
  const declined = (card: LineState) => card.answer === "declined";
  const off = (card: LineState) => declined(card) || card.cancelled_time !== null;
  const count = (is: (card: LineState) => boolean) => cards.filter(is).length;
  return {
    num_cards: cards.length,
    num_waiting: count((card) => !off(card) && card.answer === "waiting"),
    num_proposed: count((card) => !off(card) && card.answer === "proposed"),
    num_declined: count(declined),
    num_cancelled: count((card) => !declined(card) && card.cancelled_time !== null),
    num_shipped: count(
      (card) => !off(card) && (card.shipped_time !== null || compareDecimal(card.num_delivered, "0") > 0),
    ),
    num_delivered: count(
      (card) =>
        !off(card) &&
        card.shipped_time !== null &&
        (!card.is_billing_target ||
          card.closed_reason !== null ||
          compareDecimal(card.num_delivered, card.num_good) >= 0),
    ),
  };
}
