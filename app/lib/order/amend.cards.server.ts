import { sql } from "drizzle-orm";
import { Refusal, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { amountProblem } from "~/lib/money/amount";
import { addDecimal } from "~/lib/money/decimal";
import { convert, priceOf } from "~/lib/money/price";
import { termsOf } from "~/lib/partner/party.server";
import type { Card } from "~/lib/tables/card.table.server";
import { childOf } from "~/lib/task/branch.child.server";
import { type CardChanges, changeCard, offBoard } from "~/lib/task/card.write.server";
import { standingFamily } from "~/lib/task/order.family";
import { cannotWhileOut, endAll } from "~/lib/task/work.open.server";
import type { Rounding } from "~/lib/vocabulary/rounding";
import type { Cards } from "./amend.lots.server";
import type { OrderHead } from "./amend.standing.server";

const KIND = "amended";
const AWAY =
  "依頼先の側で先に済ませることがあるため、この内容はまだ合意できません。依頼先に確認してから、もう一度合意してください。";

type Share = { num_items: string; num_good?: string; num_partial?: string };

/** The cards of an order under their locks; each change is taken over for the next. */
export class Amending {
  private isSeller: boolean;

  constructor(
    readonly db: Tx,
    readonly who: Who,
    readonly order: OrderHead,
    readonly cards: Cards,
    readonly rounding: Rounding,
    readonly words: string,
  ) {
    this.isSeller = who.company_id === order.seller_id;
  }

  static async of(db: Tx, who: Who, order: OrderHead, cards: Cards, words: string): Promise<Amending> {
    const terms = (await termsOf(db, [order])).get(`${order.seller_id} ${order.buyer_id}`);
    return new Amending(db, who, order, cards, terms?.amount_rounding ?? "floor", words);
  }

  card = (key: number): Card => this.cards.all.find((one) => one.key === key)!;

  put(after: Card): Card {
    const at = this.cards.all.findIndex((one) => one.key === after.key);
    if (at < 0) this.cards.all.push(after);
    else this.cards.all[at] = after;
    return after;
  }

  async change(card: Card, changes: CardChanges, kind = KIND, inner?: Awaited<ReturnType<typeof endAll>>) {
    return this.put(await changeCard(this.db, this.who, card, kind, changes, this.words, inner));
  }

  /** What only the factory may write, as its other side agrees; the log says who that was. */
  async asSeller<T>(act: () => Promise<T>): Promise<T> {
    const { seller_id } = this.order;
    if (this.isSeller) return act();
    const turn = (to: string) => this.db.execute(sql`select set_config('app.company', ${to}, true)`);
    await turn(seller_id);
    this.isSeller = true;
    const done = await act();
    await turn(this.who.company_id);
    this.isSeller = false;
    return done;
  }

  /** Of what is shipped the amount is by what was good. */
  priced(card: Card, changes: CardChanges): CardChanges {
    const after = { ...card, ...changes };
    const num_items = after.shipped_time ? after.num_good : after.num_items;
    refuseIf(after.unit_price && amountProblem(convert(num_items, after), after.unit_price));
    return { ...changes, ...priceOf({ ...after, num_items }, this.rounding) };
  }

  /** A branch takes its pieces off the card it comes of: they are put there first. */
  async branch(of: Card, share: Share, place: Partial<Card>): Promise<Card> {
    const { num_items } = of;
    const more = addDecimal(num_items, share.num_items);
    const grown = await this.change(of, this.priced(of, { num_items: more }));
    const stays = await this.change(grown, this.priced(grown, { num_items }), "divided");
    return this.put(await childOf(this.db, this.who, stays, stays, "division", share, place));
  }

  live = (root: Card): Card[] =>
    standingFamily(root, this.cards.all)
      .map((one) => this.card(one.key))
      .filter((one) => one.cancelled_time === null && one.answer !== "declined");

  async cancel(card: Card): Promise<void> {
    const gone = { ...offBoard(card, this.who.now), is_billing_target: false };
    await this.asSeller(async () =>
      this.change(card, gone, "cancelled", await endAll(this.db, this.who, card)),
    );
  }

  /** A card that is out at the factory's partner stays; the other side is not told where it is. */
  async refuseOut(keys: number[]): Promise<void> {
    const [why] = (await this.asSeller(() => cannotWhileOut(this.db, keys))).values();
    if (why) throw new Refusal(409, this.who.company_id === this.order.seller_id ? why : AWAY);
  }
}
