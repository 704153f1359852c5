import { sql } from "drizzle-orm";
import { Refusal, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { amountProblem } from "~/lib/money/amount";
import { convert, priceOf } from "~/lib/money/price";
import { termsOf } from "~/lib/partner/party.server";
import type { Card } from "~/lib/tables/card.table.server";
import { type CardChanges, changeCard, offBoard } from "~/lib/task/card.write.server";
import { standingFamily } from "~/lib/task/order.family";
import { endAll } from "~/lib/task/work.open.server";
import type { Rounding } from "~/lib/vocabulary/rounding";
import type { Cards } from "./amend.lots.server";
import type { OrderHead } from "./amend.standing.server";

const KIND = "amended";
const UNDER_WAY =
  "作業の始まっているカードがあるため、まとめて取り消せません。依頼先でそのカードを中止してから、もう一度合意してください。";

/** The cards of an order under their locks; each change is taken over for the next. */
export class Amending {
  constructor(
    readonly db: Tx,
    readonly who: Who,
    readonly order: OrderHead,
    readonly cards: Cards,
    readonly rounding: Rounding,
    readonly words: string,
  ) {}

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
    const away = this.who.company_id !== seller_id;
    const turn = (to: string) => this.db.execute(sql`select set_config('app.company', ${to}, true)`);
    if (away) await turn(seller_id);
    const done = await act();
    if (away) await turn(this.who.company_id);
    return done;
  }

  /** Of what is shipped the amount is by what was good. */
  priced(card: Card, changes: CardChanges): CardChanges {
    const after = { ...card, ...changes };
    const num_items = after.shipped_time ? after.num_good : after.num_items;
    refuseIf(after.unit_price && amountProblem(convert(num_items, after), after.unit_price));
    return { ...changes, ...priceOf({ ...after, num_items }, this.rounding) };
  }

  live = (root: Card): Card[] =>
    standingFamily(root, this.cards.all)
      .map((one) => this.card(one.key))
      .filter((one) => one.cancelled_time === null && one.answer !== "declined");

  async cancel(card: Card): Promise<void> {
    const own = this.who.company_id === card.seller_id;
    if (!own && this.cards.begun.has(card.key)) throw new Refusal(409, UNDER_WAY);
    await this.change(
      card,
      {
        ...offBoard(card, this.who.now),
        is_billing_target: false,
      },
      "cancelled",
      own ? await endAll(this.db, this.who, card) : undefined,
    );
  }
}
