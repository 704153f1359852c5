import { sql } from "drizzle-orm";
import { type Call, call } from "~/lib/api/call.server";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { productCategories } from "./product.master.schema";

const CATEGORIES = 500;

/** One step of the index for each of them, however many products bear it. */
async function categoriesOf(db: Tx, who: Who): Promise<string[]> {
  const { rows } = await db.execute<{ category: string }>(sql`
    with recursive known as (
      (select category from product where seller_id = ${who.company_id} and category is not null order by category limit 1)
      union all
      select (select p.category from product p where p.seller_id = ${who.company_id} and p.category > k.category order by p.category limit 1)
      from known k where k.category is not null)
    select category from known where category is not null limit ${CATEGORIES}`);
  return rows.map((row) => row.category);
}

export const categoryCalls: Call[] = [
  call({
    method: "GET",
    path: "/products/categories",
    summary: "商品の分類",
    side: "seller",
    answer: productCategories,
    run: async (db, who) => ({ items: await categoriesOf(db, who) }),
  }),
];
