import { and, eq, inArray } from "drizzle-orm";
import type { z } from "zod";
import type { Who } from "~/lib/auth/who";
import { Refusal } from "~/lib/backend/refusal";
import type { Tx } from "~/lib/db/connection.server";
import { today } from "~/lib/time/date";
import { product, product_price } from "./factory.table.server";
import { listAt, repriced, tiersText } from "./product";
import type { priceWithdrawal, productPrice, Repricing } from "./product.edit.schema";
import { lockProduct } from "./product.edit.server";
import { recordProducts } from "./product.log.server";
import type { Repriced } from "./product.master.schema";
import { addPriceLists, bump, listProblems, priceListsOf, type ListGiven, type Product } from "./product.server";

/** Prices are for those with the accounting permission. */
function mayPrice(who: Who): void {
  if (!who.permissions.includes("accounting")) throw new Refusal(403, "単価を変更する権限がありません。管理者にお問い合わせください。");
}

/** A new 版 of a product's prices. */
export async function addPrices(db: Tx, who: Who, product_id: number, { version, ...list }: z.output<typeof productPrice>): Promise<Product> {
  mayPrice(who);
  const row = await lockProduct(db, who, product_id, version);
  await addPriceLists(db, who, [{ product: row, list }]);
  return lockProduct(db, who, product_id);
}

/** Takes back a list that has not begun; what has been in force stays. */
export async function withdrawPrices(db: Tx, who: Who, product_id: number, { version, effective_from }: z.output<typeof priceWithdrawal>): Promise<Product> {
  mayPrice(who);
  await lockProduct(db, who, product_id, version);
  if (effective_from <= today(new Date(who.now))) throw new Refusal(409, "すでに使われている単価は取り消せません。新しい適用開始日で単価を追加してください。");
  const gone = await db.delete(product_price)
    .where(and(eq(product_price.product_id, product_id), eq(product_price.effective_from, effective_from))).returning();
  if (gone.length === 0) throw new Refusal(409, "この適用開始日の単価はありません。画面を読み込み直してください。");
  const after = (await bump(db, who, [product_id])).get(product_id)!;
  const tiers = JSON.stringify(gone.map(({ min_quantity, unit_price }) => ({ min_quantity, unit_price })));
  await recordProducts(db, who, "unpriced", [{ row: after, before: { tiers, effective_from }, after: { tiers: null, effective_from: null } }]);
  return after;
}

/** What a 単価一括改定 makes of each product's list in force on its first day. */
async function plan(db: Tx, who: Who, { ids, rate, places, ...list }: Repricing) {
  mayPrice(who);
  const rows = await db.select().from(product)
    .where(and(eq(product.seller_id, who.company_id), inArray(product.product_id, ids))).orderBy(product.code).for("update");
  const lists = await priceListsOf(db, rows.map((row) => row.product_id));
  const planned = rows.map((row) => {
    const before = listAt(lists.get(row.product_id) ?? [], list.effective_from);
    const tiers = before?.tiers.map((tier) => ({ ...tier, unit_price: repriced(tier.unit_price, rate, places) }));
    return { row, before, given: tiers && { product: row, list: { ...list, tiers } } satisfies ListGiven | undefined };
  });
  const problems = await listProblems(db, who, planned.flatMap(({ given }) => given ?? []));
  let next = 0;
  return planned.map((one) => ({ ...one, problem: one.given ? problems[next++]?.sentence ?? null : "この日に使われている単価がありません" }));
}

export async function planRepricing(db: Tx, who: Who, input: Repricing): Promise<Repriced> {
  return { items: (await plan(db, who, input)).map(({ row: { product_id, code, name }, before, given, problem }) => ({
    product_id, code, name, before: before && tiersText(before.tiers), after: given ? tiersText(given.list.tiers) : null, problem,
  })) };
}

/** Carries it out for those that may be; one that may not is left as it is. */
export async function reprice(db: Tx, who: Who, input: Repricing): Promise<{ num: number }> {
  const given = (await plan(db, who, input)).flatMap((one) => (one.given && !one.problem ? one.given : []));
  if (given.length === 0) throw new Refusal(409, "改定できる商品がありません。適用開始日と合意日を確かめてください。");
  await addPriceLists(db, who, given);
  return { num: given.length };
}
