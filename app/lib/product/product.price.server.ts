import { and, eq, inArray } from "drizzle-orm";
import type { z } from "zod";
import { Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { product, product_price } from "~/lib/tables/factory.table.server";
import { seesAmounts } from "~/lib/vocabulary/permission";
import { lastOrder } from "./price.read.server";
import { isUsed, listAt, reachesBack, repriced, tiersText } from "./product";
import type { priceWithdrawal, productPrice, Repricing, repricingUndo } from "./product.edit.schema";
import { lockProduct } from "./product.edit.server";
import { recordProducts } from "./product.log.server";
import type { Repriced } from "./product.master.schema";
import {
  addPriceLists,
  bump,
  type ListGiven,
  listProblems,
  type Product,
  priceListsOf,
} from "./product.server";

function mayPrice(who: Who): void {
  if (!seesAmounts(who))
    throw new Refusal(403, "単価を変更する権限がありません。管理者にお問い合わせください。");
}

export async function addPrices(
  db: Tx,
  who: Who,
  product_id: number,
  { version, ...list }: z.output<typeof productPrice>,
): Promise<Product> {
  mayPrice(who);
  const row = await lockProduct(db, who, product_id, version);
  await addPriceLists(db, who, [{ product: row, list }]);
  return lockProduct(db, who, product_id);
}

export async function withdrawPrices(
  db: Tx,
  who: Who,
  product_id: number,
  { version, effective_from }: z.output<typeof priceWithdrawal>,
): Promise<Product> {
  mayPrice(who);
  const row = await lockProduct(db, who, product_id, version);
  const problem = await withdraw(db, who, row, effective_from);
  if (problem) throw new Refusal(409, problem);
  return lockProduct(db, who, product_id);
}

async function withdraw(
  db: Tx,
  who: Who,
  { product_id }: Product,
  effective_from: string,
): Promise<string | null> {
  const lists = (await priceListsOf(db, [product_id])).get(product_id) ?? [];
  const at = lists.findIndex((given) => given.effective_from === effective_from);
  const [list, later, earlier] = [lists[at], lists[at - 1], lists[at + 1]];
  if (!list) return "この適用開始日の単価はありません。画面を読み込み直してください。";
  if (isUsed(list, await lastOrder(db, product_id)))
    return "この単価で受けたカードがあるため、取り消せません。新しい適用開始日で単価を追加してください。";
  if (later && earlier && reachesBack(later, earlier))
    return "この単価を取り消すと、次の版がさかのぼった値下げになります。先に次の版を取り消してください。";
  await db
    .delete(product_price)
    .where(and(eq(product_price.product_id, product_id), eq(product_price.effective_from, effective_from)));
  const row = (await bump(db, who, [product_id])).get(product_id)!;
  await recordProducts(db, who, "unpriced", [
    {
      row,
      before: { tiers: JSON.stringify(list.tiers), effective_from },
      after: { tiers: null, effective_from: null },
    },
  ]);
  return null;
}

/** Takes back what one 単価一括改定 added, where nothing has been ordered since. */
export async function undoRepricing(
  db: Tx,
  who: Who,
  { effective_from, created_time }: z.output<typeof repricingUndo>,
) {
  mayPrice(who);
  const added = db
    .select({ id: product_price.product_id })
    .from(product_price)
    .where(
      and(
        eq(product_price.seller_id, who.company_id),
        eq(product_price.effective_from, effective_from),
        eq(product_price.created_time, created_time),
        eq(product_price.created_by, who.name),
      ),
    );
  const rows = await db
    .select()
    .from(product)
    .where(and(eq(product.seller_id, who.company_id), inArray(product.product_id, added)))
    .orderBy(product.code)
    .for("update");
  let num = 0;
  for (const row of rows) if ((await withdraw(db, who, row, effective_from)) === null) num += 1;
  if (num === 0) throw new Refusal(409, "元に戻せる単価がありません。商品の単価の画面で確認してください。");
  return { num, num_kept: rows.length - num };
}

async function plan(db: Tx, who: Who, { ids, rate, places, ...list }: Repricing) {
  mayPrice(who);
  const rows = await db
    .select()
    .from(product)
    .where(and(eq(product.seller_id, who.company_id), inArray(product.product_id, ids)))
    .orderBy(product.code)
    .for("update");
  const lists = await priceListsOf(
    db,
    rows.map((row) => row.product_id),
  );
  const planned = rows.map((row) => {
    const before = listAt(lists.get(row.product_id) ?? [], list.effective_from);
    const tiers = before?.tiers.map((tier) => ({
      ...tier,
      unit_price: tier.unit_price && repriced(tier.unit_price, rate, places),
    }));
    return {
      row,
      before,
      given: tiers && ({ product: row, list: { ...list, tiers } } satisfies ListGiven | undefined),
    };
  });
  const problems = await listProblems(
    db,
    who,
    planned.flatMap(({ given }) => given ?? []),
  );
  let next = 0;
  return planned.map((one) => ({
    ...one,
    problem: one.given ? (problems[next++]?.sentence ?? null) : "この日に使われている単価がありません",
  }));
}

export async function planRepricing(db: Tx, who: Who, input: Repricing): Promise<Repriced> {
  return {
    items: (await plan(db, who, input)).map(
      ({ row: { product_id, code, name }, before, given, problem }) => ({
        product_id,
        code,
        name,
        before: before && tiersText(before.tiers),
        after: given ? tiersText(given.list.tiers) : null,
        problem,
      }),
    ),
  };
}

/** Carries it out for those that may be; one that may not is left as it is. */
export async function reprice(
  db: Tx,
  who: Who,
  input: Repricing,
): Promise<{ num: number; created_time: string }> {
  const given = (await plan(db, who, input)).flatMap((one) => (one.given && !one.problem ? one.given : []));
  if (given.length === 0)
    throw new Refusal(409, "改定できる商品がありません。適用開始日と合意日を確かめてください。");
  await addPriceLists(db, who, given);
  return { num: given.length, created_time: who.now };
}
