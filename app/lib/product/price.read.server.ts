import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import { compareDecimal } from "~/lib/money/decimal";
import { card } from "~/lib/tables/card.table.server";
import { product_price } from "~/lib/tables/factory.table.server";
import type { PriceList, Tier } from "./product";

export type PriceListRow = PriceList & {
  note: string | null;
  valid_until: string | null;
  created_by: string | null;
  created_time: string;
};
export async function lastOrder(db: Tx, product_id: number): Promise<string | null> {
  const [row] = await db
    .select({ at: card.created_time })
    .from(card)
    .where(eq(card.product_id, product_id))
    .orderBy(desc(card.key))
    .limit(1);
  return row?.at ?? null;
}
type PriceRow = Tier & { effective_from: string; valid_until: string | null };
/** The list that began last holds (R2-10: by order date). */
export async function pricesAt(
  db: Tx,
  product_ids: number[],
  date: string,
): Promise<Map<number, PriceRow[]>> {
  const found = new Map<number, PriceRow[]>();
  if (product_ids.length === 0) return found;
  const p = product_price;
  const rows = await db
    .select({
      product_id: p.product_id,
      min_quantity: p.min_quantity,
      unit_price: p.unit_price,
      effective_from: p.effective_from,
      valid_until: p.valid_until,
    })
    .from(p)
    .where(
      and(
        inArray(p.product_id, product_ids),
        sql`${p}.effective_from = (select max(l.effective_from) from product_price l
      where l.product_id = ${p}.product_id and l.effective_from <= ${date})`,
      ),
    );
  for (const { product_id: id, ...row } of rows) found.set(id, [...(found.get(id) ?? []), row]);
  for (const prices of found.values()) prices.sort((a, b) => compareDecimal(a.min_quantity, b.min_quantity));
  return found;
}
