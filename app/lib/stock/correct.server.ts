import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import { stock_closing, stock_closing_row, stock_correction } from "~/lib/tables/stock.table.server";
import { addDays } from "~/lib/time/date";
import { type Corrected, drift, NONE, type Standing, standingAt } from "./closing";
import type { History } from "./value.read.server";

type Closing = typeof stock_closing.$inferSelect;

export async function newestClosing(db: Tx, seller_id: string): Promise<Closing | null> {
  const [row] = await db
    .select()
    .from(stock_closing)
    .where(and(eq(stock_closing.seller_id, seller_id), isNull(stock_closing.undone_time)))
    .orderBy(desc(stock_closing.month))
    .limit(1);
  return row ?? null;
}

const NOTHING: Corrected = { num: "0", value: 0, cost: 0 };
type Frozen = { frozen: Standing; corrected: Corrected };

/** What products were closed with, and what has been corrected of it since; without ids, of all of them. */
export async function frozenOf(db: Tx, closing_key: number, ids?: number[]) {
  const rows = await db
    .select()
    .from(stock_closing_row)
    .where(
      and(
        eq(stock_closing_row.closing_key, closing_key),
        ids ? inArray(stock_closing_row.product_id, ids) : undefined,
      ),
    );
  const sums = await db
    .select({
      product_id: stock_correction.product_id,
      num: sql<string>`trim_scale(sum(${stock_correction.num}))::text`,
      value: sql<number>`sum(${stock_correction.value})::float8`,
      cost: sql<number>`sum(${stock_correction.cost})::float8`,
    })
    .from(stock_correction)
    .where(
      and(
        eq(stock_correction.closing_key, closing_key),
        ids ? inArray(stock_correction.product_id, ids) : undefined,
      ),
    )
    .groupBy(stock_correction.product_id);
  const found = new Map<number, Frozen>(
    rows.map(({ product_id, num, stock_value, out_total }) => [
      product_id,
      { frozen: { num, stock_value, out_total }, corrected: NOTHING },
    ]),
  );
  for (const { product_id, ...corrected } of sums)
    found.set(product_id, { frozen: found.get(product_id)?.frozen ?? NONE, corrected });
  return {
    ids: [...found.keys()],
    of: (id: number) => found.get(id) ?? { frozen: NONE, corrected: NOTHING },
  };
}

/** 過月修正: the closed months stay as they are, and the difference is one row on the first open day. */
export async function correctMonth(
  db: Tx,
  { key, seller_id, end_date }: Closing,
  found: Map<number, History>,
  { now, words }: { now: string; words: string },
): Promise<void> {
  const frozen = await frozenOf(db, key, [...found.keys()]);
  const rows = [...found].flatMap(([product_id, { moves, steps }]) => {
    const { frozen: before, corrected } = frozen.of(product_id);
    const changed = drift(before, corrected, standingAt(moves, steps, end_date));
    const at = { closing_key: key, seller_id, product_id, effective_date: addDays(end_date, 1) };
    return changed ? [{ ...at, ...changed, words, recorded_time: now }] : [];
  });
  if (rows.length > 0) await db.insert(stock_correction).values(rows);
}
