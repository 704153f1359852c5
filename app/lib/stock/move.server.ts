import { randomUUID } from "node:crypto";
import { inArray } from "drizzle-orm";
import { notFound } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { type Stock, type StockMove, stock, stock_move } from "~/lib/tables/stock.table.server";
import { tokyoDate } from "~/lib/time/date";

type When = "effective_date" | "occurred_time" | "card_key" | "allocation_key" | "stocktake_key";
type Said = "reason" | "words" | "unit_price" | "is_provisional" | "reverses";
/** `num` is signed; without a day it is of today. */
export type NewMove = Pick<StockMove, "product_id" | "kind" | "num" | "source"> &
  Partial<Pick<StockMove, When | Said>>;

/** In the order of their numbers, so that two who want several wait for each other instead of deadlocking. */
export async function lockStocks(db: Tx, ids: number[]): Promise<Map<number, Stock>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select()
    .from(stock)
    .where(inArray(stock.product_id, ids))
    .orderBy(stock.product_id)
    .for("no key update");
  return new Map(rows.map((row) => [row.product_id, row]));
}

/** Writes what has been moved as it was: whether it may be is for those to say who call it. */
export async function addMoves(
  db: Tx,
  who: Who,
  moves: NewMove[],
  { action = randomUUID() }: { action?: string } = {},
): Promise<StockMove[]> {
  if (moves.length === 0) return [];
  const rows = await lockStocks(db, [...new Set(moves.map((move) => move.product_id))]);
  if (moves.some((move) => rows.get(move.product_id)?.seller_id !== who.company_id)) throw notFound("在庫");
  const said = {
    recorded_time: who.now,
    actor_name: who.name,
    actor_company: who.acting ? null : who.company_id,
    action,
    // The database puts what is there after it.
    num_after: "0",
  };
  return db
    .insert(stock_move)
    .values(
      moves.map((move) => {
        const occurred_time = move.occurred_time ?? who.now;
        return {
          ...move,
          ...said,
          occurred_time,
          effective_date: move.effective_date ?? tokyoDate(new Date(occurred_time)),
          seller_id: who.company_id,
          buyer_id: rows.get(move.product_id)!.buyer_id,
        };
      }),
    )
    .returning();
}
