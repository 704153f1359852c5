import { and, asc, eq, inArray, ne, sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { atEnd } from "~/lib/db/ending.server";
import { addDecimal, compareDecimal, decimal, formatNumber, isPositive, milli } from "~/lib/money/decimal";
import { floored, isWhole } from "~/lib/money/whole";
import { giveNotices } from "~/lib/notice/notice.server";
import { stock, stock_allocation } from "~/lib/tables/stock.table.server";
import type { Allocation } from "./allocation.end.server";
import { RELEASED_WITH } from "./allocation.fit.server";
import { free } from "./figures";
import { tellShort } from "./short.server";
import type { Lot } from "./work.read.server";

const less = (a: string, b: string) => decimal(milli(a) - milli(b));
const least = (...all: string[]) => all.reduce((a, b) => (compareDecimal(a, b) < 0 ? a : b));

/** `since`: when the card had left. What it held then is its own again, as far as nobody has taken it. */
export async function bringBack(db: Tx, who: Who, lots: Lot[], since: Map<number, string>): Promise<void> {
  for (const lot of lots) {
    const time = since.get(lot.key);
    if (time === undefined || lot.shipped_time || lot.cancelled_time) continue;
    const given = await db
      .select()
      .from(stock_allocation)
      .where(
        and(
          eq(stock_allocation.card_key, lot.key),
          eq(stock_allocation.state, "released"),
          inArray(stock_allocation.reason, Object.values(RELEASED_WITH)),
          sql`${stock_allocation.ended_time} >= ${time}`,
        ),
      )
      .orderBy(asc(stock_allocation.key));
    if (given.length > 0) await bringBackTo(db, who, lot, given);
  }
}

async function bringBackTo(db: Tx, who: Who, lot: Lot, given: Allocation[]): Promise<void> {
  const [{ held } = { held: "0" }] = await db
    .select({ held: sql<string>`coalesce(sum(${stock_allocation.num}), 0)` })
    .from(stock_allocation)
    .where(and(eq(stock_allocation.card_key, lot.key), ne(stock_allocation.state, "released")));
  let room = less(lot.num_items, held);
  let lost = "0";
  for (const row of given) {
    const wanted = least(row.num, room);
    if (!isPositive(wanted)) continue;
    const there = least(wanted, await freeOf(db, row.product_id));
    const num = isWhole(row.num) ? floored(there) : there;
    lost = addDecimal(lost, less(wanted, num));
    room = less(room, wanted);
    if (!isPositive(num)) continue;
    await reopenPart(db, row, num);
    atEnd(db, tellShort, [{ db, who, product_id: row.product_id }]);
  }
  if (!isPositive(lost)) return;
  const much = formatNumber(lost);
  await giveNotices(db, [
    {
      company_id: who.company_id,
      kind: "stock" as const,
      text: `カード ${lot.id} の引当は、${much} だけ戻せませんでした。取り消していた間に、在庫がほかに使われています`,
      path: `/task/${lot.key}/stock`,
      at: who.now,
    },
  ]);
}

async function freeOf(db: Tx, product_id: number): Promise<string> {
  const [row] = await db.select().from(stock).where(eq(stock.product_id, product_id));
  return row ? free({ num: row.num, allocated: row.num_allocated, parts: row.num_parts }) : "0";
}

async function reopenPart(db: Tx, row: Allocation, num: string): Promise<void> {
  const open = { state: "open" as const, ended_time: null, ended_by: null, reason: null };
  if (compareDecimal(num, row.num) === 0) {
    await db.update(stock_allocation).set(open).where(eq(stock_allocation.key, row.key));
    return;
  }
  const { key, ...values } = row;
  const left = less(row.num, num);
  await db.update(stock_allocation).set({ num: left }).where(eq(stock_allocation.key, key));
  await db.insert(stock_allocation).values({ ...values, ...open, num, split_from: key });
}
