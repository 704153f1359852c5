import { and, eq } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { pricesAt } from "~/lib/product/price.read.server";
import { priceFor } from "~/lib/product/product";
import { product } from "~/lib/tables/factory.table.server";
import { today } from "~/lib/time/date";

export type AskedProduct = { seller_id: string; product_id: number; order_date?: string; num_items?: string };

/** Only of a product that this pair trades. */
export async function agreedPrice(db: Tx, who: Who, asked: AskedProduct) {
  const { product_id, order_date, num_items } = asked;
  const day = order_date ?? today(new Date(who.now));
  const own = and(
    eq(product.product_id, product_id),
    eq(product.seller_id, asked.seller_id),
    eq(product.buyer_id, who.company_id),
  );
  const [found] = await db.select({ unit: product.unit }).from(product).where(own);
  const list = found ? (await pricesAt(db, [product_id], day)).get(product_id) : undefined;
  const unit_price = list ? priceFor(list, num_items ?? "1") : null;
  return found && unit_price !== null ? { unit_price, unit: found.unit } : null;
}
