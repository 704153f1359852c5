import { sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";

/** Each 置場 that a product names, with how many. */
export async function shelvesOf(db: Tx, who: Who) {
  const { rows } = await db.execute<{ name: string; num_products: number }>(sql`
    select min(p.shelf) as name, count(*)::int as num_products
    from product p join stock s on s.product_id = p.product_id
    where p.seller_id = ${who.company_id} and p.shelf is not null and p.is_active and s.is_managed
    group by lower(p.shelf) order by lower(p.shelf)`);
  return { items: rows };
}
