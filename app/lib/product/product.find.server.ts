import { and, asc, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { product } from "~/lib/tables/factory.table.server";
import { searchKey } from "~/lib/text/fold";
import { folded } from "~/lib/text/fold.server";
import { today } from "~/lib/time/date";
import { seesAmounts } from "~/lib/vocabulary/permission";
import { pricesAt } from "./price.read.server";
import type { Tier } from "./product";
import { type ProductRow, type productFilter, productRow } from "./product.schema";

export const FEW = 2000;

/** What most products hold is quicker found by looking through them than by the index (0047). */
export async function holding(db: Tx, q: string): Promise<SQL> {
  const key = searchKey(q);
  const { rows } = await db.execute<{ id: string }>(
    sql`select * from search_products(${key}, ${FEW + 1}) as f(id)`,
  );
  return rows.length > FEW
    ? sql`position(${key} in ${product.search_key}) > 0`
    : sql`${product.product_id} = any(${sql.param(rows.map((row) => Number(row.id)))}::bigint[])`;
}

/** By code as it is written, or as it is searched for: ym-1001 is YM-1001. */
export const coded = (codes: string[]) =>
  or(inArray(product.code, codes), inArray(folded(product.code), [...new Set(codes.map(searchKey))]));

export async function findProducts(
  db: Tx,
  who: Who,
  { q, seller_id, buyer_id, codes, ids, size }: z.output<typeof productFilter>,
): Promise<ProductRow[]> {
  const rows = await db
    .select()
    .from(product)
    .where(
      and(
        eq(product.is_active, true),
        or(eq(product.seller_id, who.company_id), eq(product.buyer_id, who.company_id)),
        seller_id ? eq(product.seller_id, seller_id) : undefined,
        buyer_id ? eq(product.buyer_id, buyer_id) : undefined,
        codes ? coded(codes) : undefined,
        ids ? inArray(product.product_id, ids) : undefined,
        q ? await holding(db, q) : undefined,
      ),
    )
    .orderBy(asc(product.code), asc(product.product_id))
    .limit(size);
  const amounts = seesAmounts(who);
  const prices = amounts
    ? await pricesAt(
        db,
        rows.map((row) => row.product_id),
        today(new Date(who.now)),
      )
    : new Map<number, Tier[]>();
  return rows.map((row) =>
    productRow.parse({
      ...row,
      unit_price: prices.get(row.product_id)?.find((tier) => tier.unit_price !== null)?.unit_price ?? null,
    }),
  );
}
