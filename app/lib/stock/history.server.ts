import { and, eq, gte, sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { stock_move } from "~/lib/tables/stock.table.server";
import { addDays, today } from "~/lib/time/date";
import { HISTORY_DAYS } from "./history";
import type { StockHistory } from "./history.schema";
import { findStock } from "./stock.read.server";

export async function historyOf(db: Tx, who: Who, product_id: number): Promise<StockHistory> {
  const { num } = await findStock(db, who, product_id);
  const to = today(new Date(who.now));
  const from = addDays(to, 1 - HISTORY_DAYS);
  const isStanding = sql`${stock_move.reverses} is null
    and not exists (select from stock_move r where r.reverses = ${stock_move}.key)`;
  const days = await db
    .select({
      date: stock_move.effective_date,
      net: sql<string>`trim_scale(sum(${stock_move.num}))::text`,
      num_in: sql<string>`trim_scale(coalesce(sum(${stock_move.num}) filter (where ${stock_move.num} > 0 and ${isStanding}), 0))::text`,
      num_out: sql<string>`trim_scale(coalesce(-sum(${stock_move.num}) filter (where ${stock_move.num} < 0 and ${isStanding}), 0))::text`,
    })
    .from(stock_move)
    .where(and(eq(stock_move.product_id, product_id), gte(stock_move.effective_date, from)))
    .groupBy(stock_move.effective_date)
    .orderBy(stock_move.effective_date);
  const [first] = await db
    .select({ since: stock_move.effective_date })
    .from(stock_move)
    .where(eq(stock_move.product_id, product_id))
    .orderBy(stock_move.effective_date)
    .limit(1);
  return { from, to, since: first?.since ?? null, num, days };
}
