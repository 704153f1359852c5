import { eq } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { atEnd } from "~/lib/db/ending.server";
import { compareDecimal, decimal, milli } from "~/lib/money/decimal";
import { stock_allocation } from "~/lib/tables/stock.table.server";
import { tellShort } from "./short.server";

export type Allocation = typeof stock_allocation.$inferSelect;
type Part = { row: Allocation; num: string };
const less = (a: string, b: string) => decimal(milli(a) - milli(b));

/** Ends a 引当, or so much of it; the rest stays open. */
export async function endAllocation(
  db: Tx,
  who: Who,
  { row, num }: Part,
  state: "shipped" | "released",
  reason?: string,
): Promise<number> {
  atEnd(db, tellShort, [{ db, who, product_id: row.product_id }]);
  const ended = { state, ended_time: who.now, ended_by: who.name, reason: reason ?? null };
  if (compareDecimal(num, row.num) >= 0) {
    await db.update(stock_allocation).set(ended).where(eq(stock_allocation.key, row.key));
    row.state = state;
    return row.key;
  }
  row.num = less(row.num, num);
  await db.update(stock_allocation).set({ num: row.num }).where(eq(stock_allocation.key, row.key));
  return insertOf(db, { ...row, ...ended, num, split_from: row.key });
}

async function insertOf(db: Tx, { key: _, ...values }: Allocation): Promise<number> {
  const [made] = await db.insert(stock_allocation).values(values).returning({ key: stock_allocation.key });
  return made!.key;
}

/** The new one stands before the old one ends, so that nothing is free between. */
export async function handOver(
  db: Tx,
  who: Who,
  part: Part,
  card_key: number,
  reason: string,
  by: Partial<Pick<Allocation, "allocated_time" | "allocated_by">> = {},
): Promise<void> {
  await insertOf(db, { ...part.row, ...by, num: part.num, card_key, split_from: part.row.key, reason });
  await endAllocation(db, who, part, "released", reason);
}
