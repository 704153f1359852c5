import { and, desc, eq, inArray, lte } from "drizzle-orm";
import { Refusal, notFound } from "~/lib/backend/refusal";
import type { Who } from "~/lib/auth/who";
import type { Tx } from "~/lib/db/connection.server";
import { compareDecimal } from "~/lib/money/decimal";
import type { Unit } from "~/lib/task/card.schema";
import { unitProblem } from "~/lib/task/price";
import { product, product_price } from "./factory.table.server";
import { collaborationOf } from "./party.server";
import { priceProblem } from "./product";

export type NewProduct = {
  seller_id: string; buyer_id: string; code: string; name: string; drawing_no?: string; drawing_revision?: string;
  order_unit: Unit; unit: Unit; unit_weight?: string; pieces_per_set?: string; is_stock?: boolean; num_threshold?: string;
};
export type NewPrice = { unit_price: string; effective_from: string; agreed_on: string; min_quantity?: string };

/** Adds a product that a seller makes for a buyer, with its first price. `who` is null for the sample world. */
export async function createProduct(db: Tx, who: Who | null, { unit_price, effective_from, agreed_on, ...input }: NewProduct & NewPrice) {
  if (who && who.company_id !== input.seller_id) throw notFound("会社");
  await collaborationOf(db, input.seller_id, input.buyer_id);
  const units = unitProblem(input);
  if (units) throw new Refusal(422, "入力内容を確認してください。", { unit: [units] });
  const [made] = await db.insert(product).values(input).onConflictDoNothing({ target: [product.seller_id, product.code] }).returning();
  if (!made) throw new Refusal(422, "入力内容を確認してください。", { code: ["この品番はすでに使われています。別の品番を入力してください"] });
  await setPrice(db, made.product_id, { unit_price, effective_from, agreed_on });
  return made;
}

/** Adds an effective-dated price. A lower price never reaches back before it was agreed (R2-10). */
export async function setPrice(db: Tx, product_id: number, price: NewPrice): Promise<void> {
  const [of] = await db.select({ seller_id: product.seller_id, buyer_id: product.buyer_id }).from(product).where(eq(product.product_id, product_id));
  if (!of) throw notFound("商品");
  const before = (await pricesAt(db, [product_id], price.effective_from)).get(product_id)?.[0];
  const problem = priceProblem(price, before?.unit_price ?? null);
  if (problem) throw new Refusal(422, "入力内容を確認してください。", { effective_from: [problem] });
  await db.insert(product_price).values({ ...price, ...of, product_id });
}

export type PriceRow = { min_quantity: string; unit_price: string; effective_from: string };

/** For each product the prices in force on a date, from the smallest quantity up (R2-10: by order date). */
export async function pricesAt(db: Tx, product_ids: number[], date: string): Promise<Map<number, PriceRow[]>> {
  const found = new Map<number, PriceRow[]>();
  if (product_ids.length === 0) return found;
  const { product_id, min_quantity, unit_price, effective_from } = product_price;
  const rows = await db.selectDistinctOn([product_id, min_quantity], { product_id, min_quantity, unit_price, effective_from }).from(product_price)
    .where(and(inArray(product_id, product_ids), lte(effective_from, date))).orderBy(product_id, min_quantity, desc(effective_from));
  for (const { product_id: id, ...row } of rows) found.set(id, [...found.get(id) ?? [], row]);
  for (const prices of found.values()) prices.sort((a, b) => compareDecimal(a.min_quantity, b.min_quantity));
  return found;
}
