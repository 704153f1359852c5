import { and, between, eq, lt, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { stock } from "~/lib/tables/stock.table.server";
import { stock_move_tally, stock_tally } from "~/lib/tables/stock.tally.table.server";
import { addDays, type ISODate, today } from "~/lib/time/date";
import type { Unit } from "~/lib/vocabulary/card.schema";
import type { StockKind, StockMoveKind } from "~/lib/vocabulary/stock";
import type { StockDays } from "./stock.schema";

/** Of both kinds where none is named; `owners`: each of them owns it. */
export type StockPart = { kind?: StockKind | undefined; owners: string[] };

type Tally = typeof stock_tally | typeof stock_move_tally;
function partIs(who: Who, tally: Tally, { kind, owners }: StockPart): SQL | undefined {
  const isFactory = who.company_type === "seller";
  const owner = isFactory && owners.length === 0 ? "*" : undefined;
  return and(
    eq(isFactory ? tally.seller_id : tally.buyer_id, who.company_id),
    owner && eq(tally.buyer_id, owner),
    ...owners.map((id) => eq(tally.buyer_id, id)),
    kind && eq(tally.kind, kind),
  );
}

const UNCOUNTED_DAYS = 30;
export const uncountedBefore = (who: Who): ISODate => addDays(today(new Date(who.now)), -UNCOUNTED_DAYS);

export async function stockCounts(db: Tx, who: Who, part: StockPart) {
  const sum = (column: SQLWrapper, where = sql`true`) =>
    sql<number>`coalesce(sum(${column}) filter (where ${where}), 0)::float8`;
  const { num_products, num_short, num_negative, counted_day, stock_value } = stock_tally;
  const [counts] = await db
    .select({
      total: sum(num_products),
      num_short: sum(num_short),
      num_negative: sum(num_negative),
      num_uncounted: sum(num_products, lt(counted_day, uncountedBefore(who))),
      stock_value: sum(stock_value),
    })
    .from(stock_tally)
    .where(partIs(who, stock_tally, part));
  return counts!;
}

type Period = { from?: string | undefined; to?: string | undefined; move?: StockMoveKind | undefined };
const movedIn = (who: Who, part: StockPart, { from, to, move }: Period) =>
  and(
    partIs(who, stock_move_tally, part),
    between(stock_move_tally.day, from ?? "-infinity", to ?? "infinity"),
    move && eq(stock_move_tally.move, move),
  );

export async function moveCount(db: Tx, who: Who, part: StockPart, period: Period): Promise<number> {
  const [row] = await db
    .select({ num: sql<number>`coalesce(sum(${stock_move_tally.num_moves}), 0)::int` })
    .from(stock_move_tally)
    .where(movedIn(who, part, period));
  return row!.num;
}

export async function moveDays(db: Tx, who: Who, part: StockPart, period: Period): Promise<StockDays> {
  const { day, order_unit, num_in, num_out, num_moves } = stock_move_tally;
  return db
    .select({
      date: day,
      order_unit: sql<Unit>`${order_unit}`,
      num_in: sql<string>`trim_scale(sum(${num_in}))::text`,
      num_out: sql<string>`trim_scale(sum(${num_out}))::text`,
    })
    .from(stock_move_tally)
    .where(movedIn(who, part, period))
    .groupBy(day, order_unit)
    .having(sql`sum(${num_moves}) > 0`)
    .orderBy(day, order_unit);
}

/** There is something, and nobody has said what it costs. */
export const IS_UNPRICED = sql`(${stock.num} <> 0 and ${stock.stock_value} = 0 and coalesce(${stock.last_price}, 0) = 0
  and not exists (select from product p where p.product_id = stock.product_id and p.ownership = 'supplied'))`;
