import { and, asc, desc, eq, inArray, isNull, or, sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { pricesAt } from "~/lib/product/price.read.server";
import { priceFor } from "~/lib/product/product";
import { processesOf } from "~/lib/shop/process.server";
import { card } from "~/lib/tables/card.table.server";
import { collaboration, factory, factory_meta, product } from "~/lib/tables/factory.table.server";
import { searchKey } from "~/lib/text/fold";
import { today } from "~/lib/time/date";
import { seesAmounts } from "~/lib/vocabulary/permission";

/** Offered from the start; others are found by typing. */
const CHOICES = 200;
/** How far back a name is looked for; a number is found however old. */
const LATEST = 5000;
export async function newCardChoices(db: Tx, who: Who, q: string | undefined) {
  const buyers = await db
    .select({ id: factory.id, name: factory.name })
    .from(collaboration)
    .innerJoin(factory, eq(factory.id, collaboration.buyer_id))
    .where(and(eq(collaboration.seller_id, who.company_id), eq(collaboration.is_active, true)))
    .orderBy(asc(factory.is_stock), asc(factory.name));
  const { product_id, buyer_id, code, name, order_unit, unit } = product;
  const products = await db
    .select({ product_id, buyer_id, code, name, order_unit, unit })
    .from(product)
    .where(and(eq(product.seller_id, who.company_id), eq(product.is_active, true)))
    .orderBy(asc(product.code))
    .limit(CHOICES);
  const prices = seesAmounts(who)
    ? await pricesAt(
        db,
        products.map((one) => one.product_id),
        today(new Date(who.now)),
      )
    : new Map<number, never[]>();
  const processes = (await processesOf(db, who.company_id)).filter((one) => one.role !== "inbox");
  const [meta] = await db
    .select({ units: factory_meta.units })
    .from(factory_meta)
    .where(eq(factory_meta.company_id, who.company_id));
  return {
    buyers,
    processes,
    units: meta?.units ?? [],
    earlier: q ? await earlierCards(db, who, q) : [],
    products: products.map((one) => ({
      ...one,
      unit_price: priceFor(prices.get(one.product_id) ?? [], "1"),
    })),
  };
}

async function earlierCards(db: Tx, who: Who, q: string) {
  const { key, id, name, order_id, num_items, order_unit, created_time, search_key } = card;
  const late = db
    .select({ key, search_key })
    .from(card)
    .where(eq(card.seller_id, who.company_id))
    .orderBy(desc(key))
    .limit(LATEST)
    .as("late");
  const like = db
    .select({ key: late.key })
    .from(late)
    .where(sql`position(${searchKey(q)} in ${late.search_key}) > 0`)
    .orderBy(desc(late.key))
    .limit(10);
  return db
    .select({ key, id, name, order_id, num_items, order_unit, created_time, buyer_name: factory.name })
    .from(card)
    .innerJoin(factory, eq(factory.id, card.buyer_id))
    .where(
      and(eq(card.seller_id, who.company_id), isNull(card.cost_tax_rate), or(eq(id, q), inArray(key, like))),
    )
    .orderBy(desc(key))
    .limit(10);
}
