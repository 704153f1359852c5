import { and, asc, eq, sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { amountProblem } from "~/lib/money/amount";
import { stock_move } from "~/lib/tables/stock.table.server";
import { boughtPrices } from "./bought.server";
import { insideOf } from "./inside.server";
import { priceReceipt } from "./price.server";
import { PROVISIONAL_NOW } from "./value.read.server";
import { lotsOf } from "./work.read.server";

/** `key`: the card of an order whose price has been agreed upon, by whoever placed it. */
type Agreed = { db: Tx; who: Who; buyer_id: string; key: number };

const WORDS = "外注の単価の決定";

/** What came in 仮 for want of its order's price has it from now on. */
export async function settlePrices(all: Agreed[]): Promise<void> {
  const { db, who } = all[0]!;
  for (const buyer_id of new Set(all.map((one) => one.buyer_id))) {
    const keys = all.flatMap((one) => (one.buyer_id === buyer_id ? one.key : []));
    await insideOf(db, who, buyer_id, (inside) => settleOf(db, inside, who, keys));
  }
}

async function settleOf(db: Tx, inside: Who, { acting, company_id }: Who, keys: number[]): Promise<void> {
  const { rows } = await db.execute<{ key: number }>(sql`
    select distinct card_key::int as key from card_link where seller_id = ${inside.company_id}
      and partner_key = any(${sql.param(keys)}::bigint[]) and received_time is not null and cancelled_time is null`);
  if (rows.length === 0) return;
  const lots = await lotsOf(
    db,
    rows.map(({ key }) => key),
  );
  for (const [card_key, unit_price] of await boughtPrices(db, lots)) {
    const open = await db
      .select({ key: stock_move.key, num: stock_move.num })
      .from(stock_move)
      .where(
        and(
          eq(stock_move.card_key, card_key),
          eq(stock_move.source, "card"),
          eq(stock_move.kind, "in"),
          PROVISIONAL_NOW,
          sql`not exists (select from stock_move r where r.reverses = ${stock_move.key})`,
        ),
      )
      .orderBy(asc(stock_move.key));
    for (const { key, num } of open)
      if (!amountProblem(num, unit_price))
        await priceReceipt(
          db,
          inside,
          key,
          { unit_price, is_provisional: false, words: WORDS },
          acting ? null : company_id,
        );
  }
}
