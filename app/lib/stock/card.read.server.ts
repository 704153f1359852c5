import { sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { compareDecimal, decimal, milli } from "~/lib/money/decimal";
import { cardOf } from "~/lib/task/card.read.server";
import type { Unit } from "~/lib/vocabulary/card.schema";
import type { CardShortage } from "./allocation.schema";
import { partsUsed } from "./backflush";
import { lotsOf, needsOf } from "./work.read.server";

/** Told before the work, never a refusal: what the pieces not yet done will use beyond what is there. */
async function shortageOf(db: Tx, key: number): Promise<CardShortage[]> {
  const lots = await lotsOf(db, [key]);
  const lot = lots.find((one) => one.key === key)!;
  const root = lots.find((one) => one.is_root)!;
  if (!root.uses_parts || lot.shipped_time || lot.cancelled_time) return [];
  const needs = await needsOf(
    db,
    [root.key],
    lots.map((one) => one.key),
  );
  if (needs.length === 0) return [];
  const undone = decimal(milli(lot.num_items) - milli(lot.done));
  const { rows } = await db.execute<{
    product_id: number;
    code: string;
    name: string;
    order_unit: Unit;
    left: string;
  }>(sql`
    select s.product_id::int, s.code, p.name, p.order_unit, trim_scale(s.num - s.num_allocated - s.num_parts + coalesce(e.num, 0))::text as left
    from stock s join product p on p.product_id = s.product_id
      left join stock_expected e on e.product_id = s.product_id and e.card_key = ${key} and e.kind = 'parts'
    where s.product_id = any(${sql.param(needs.map((need) => need.product_id))}::bigint[]) order by s.code`);
  return rows.flatMap(({ left, ...row }) => {
    const need = needs.find((one) => one.product_id === row.product_id)!;
    const needed = partsUsed(need.per_parent, undone, row.order_unit !== "kg");
    const there = compareDecimal(left, "0") > 0 ? left : "0";
    return compareDecimal(needed, there) > 0
      ? [{ ...row, needed, short: decimal(milli(needed) - milli(there)) }]
      : [];
  });
}

export async function shortagesOf(db: Tx, who: Who, key: number): Promise<{ items: CardShortage[] }> {
  const { seller_id } = await cardOf(db, who, key);
  return { items: seller_id === who.company_id ? await shortageOf(db, key) : [] };
}
