import { decimal, milli } from "~/lib/money/decimal";

type DeliveredCard = {
  num_good: string;
  num_delivered: string;
  is_billing_target: boolean;
  shipped_time: string | null;
  cancelled_time: string | null;
  /** 打切: nothing more of it comes. */
  closed_reason: string | null;
};

/** `num_comes`: came or is still to come, with what is `remade` of its defective. */
type ComingCard = Again & { num_items: string; num_comes: string; remade: Again[] };
/** 不合格の残り: was rejected and is to come again. */
type Again = DeliveredCard & { num_again: string; num_pending: string };

/** What is not billed never stands on a 納品書: it counts once it is shipped. */
const deliveredOf = (card: DeliveredCard) =>
  milli(card.is_billing_target ? card.num_delivered : card.shipped_time ? card.num_good : "0");

/** Delivered of a card and of what is made again of it. */
export const cameOf = (card: DeliveredCard, remade: DeliveredCard[]): bigint =>
  [card, ...remade].reduce((sum, one) => sum + deliveredOf(one), 0n);

/** 納入数, 注文残 and 打切 over all cards of one line (R9-3): with what comes again, and what waits for 検収. */
export function lineRest(cards: ComingCard[]): {
  num_delivered: string;
  num_rest: string;
  num_again: string;
  num_pending: string;
  num_closed: string;
} {
  let [delivered, rest, again, pending, closed] = [0n, 0n, 0n, 0n, 0n];
  for (const card of cards.filter((one) => one.cancelled_time === null)) {
    const came = cameOf(card, card.remade);
    const comes = card.closed_reason === null ? milli(card.num_comes) : came;
    delivered += came;
    rest += comes > came ? comes - came : 0n;
    if (card.closed_reason === null)
      again += [card, ...card.remade].reduce((sum, one) => sum + milli(one.num_again), 0n);
    pending += [card, ...card.remade].reduce((sum, one) => sum + milli(one.num_pending), 0n);
    closed += milli(card.num_items) - comes;
  }
  return {
    num_delivered: decimal(delivered),
    num_rest: decimal(rest + again + pending),
    num_again: decimal(again),
    num_pending: decimal(pending),
    num_closed: decimal(closed),
  };
}
