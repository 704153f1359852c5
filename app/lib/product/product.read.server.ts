import { and, asc, desc, eq } from "drizzle-orm";
import { notFound } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import { namesOf } from "~/lib/company/factory.names.server";
import type { Tx } from "~/lib/db/connection.server";
import { filesOf } from "~/lib/file/file.read.server";
import { activityOf } from "~/lib/log/activity.server";
import { withoutAmounts } from "~/lib/log/money";
import { processesOf } from "~/lib/shop/process.server";
import { recordItemsOf } from "~/lib/shop/record.server";
import { product } from "~/lib/tables/factory.table.server";
import { product_item, product_part, product_step } from "~/lib/tables/product.table.server";
import { seesAmounts } from "~/lib/vocabulary/permission";
import { lastOrder } from "./price.read.server";
import { isUsed } from "./product";
import { type ProductPage, productPage } from "./product.master.schema";
import { type Product, priceListsOf } from "./product.server";

export async function ownProduct(db: Tx, who: Who, product_id: number): Promise<Product> {
  const [row] = await db
    .select()
    .from(product)
    .where(and(eq(product.product_id, product_id), eq(product.seller_id, who.company_id)));
  if (!row) throw notFound("商品");
  return row;
}

export async function productPageOf(db: Tx, who: Who, product_id: number): Promise<ProductPage> {
  const row = await ownProduct(db, who, product_id);
  const of = <
    T extends {
      product_id:
        | typeof product_step.product_id
        | typeof product_part.product_id
        | typeof product_item.product_id;
    },
  >(
    table: T,
  ) => eq(table.product_id, product_id);
  const names = await namesOf(db, [row.buyer_id]);
  const amounts = seesAmounts(who);
  const parts = await db
    .select({ part: product_part, code: product.code })
    .from(product_part)
    .leftJoin(product, eq(product.product_id, product_part.part_id))
    .where(of(product_part))
    .orderBy(asc(product_part.sort));
  const ordered = await lastOrder(db, product_id);
  const log = await activityOf(db, who, "product", product_id);
  return productPage.parse({
    product: { ...row, buyer_name: names.get(row.buyer_id) ?? "" },
    prices: amounts
      ? ((await priceListsOf(db, [product_id])).get(product_id) ?? []).map((list) => ({
          ...list,
          is_unused: !isUsed(list, ordered),
        }))
      : null,
    steps: await db.select().from(product_step).where(of(product_step)).orderBy(asc(product_step.sort)),
    items: await db.select().from(product_item).where(of(product_item)).orderBy(asc(product_item.sort)),
    parts: parts.map(({ part, code }) => ({ ...part, code })),
    used_in: await db
      .select({ product_id: product.product_id, code: product.code, name: product.name })
      .from(product_part)
      .innerJoin(product, eq(product.product_id, product_part.product_id))
      .where(eq(product_part.part_id, product_id))
      .orderBy(desc(product.is_active), asc(product.code))
      .limit(50),
    processes: await processesOf(db, who.company_id),
    record_items: await recordItemsOf(db, who.company_id),
    log: amounts
      ? log
      : log.map((entry) => ({
          ...entry,
          before: withoutAmounts(entry.before),
          after: withoutAmounts(entry.after),
        })),
    files: await filesOf(db, who, "product", [product_id]),
  });
}
