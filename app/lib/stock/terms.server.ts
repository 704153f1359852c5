import { and, eq, inArray } from "drizzle-orm";
import { notFound, Refusal, stale } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { compareDecimal, formatNumber } from "~/lib/money/decimal";
import { wholeErrors } from "~/lib/money/whole";
import { collaborationOf } from "~/lib/partner/party.server";
import { recordProducts } from "~/lib/product/product.log.server";
import { product } from "~/lib/tables/factory.table.server";
import type { Changed } from "~/lib/vocabulary/activity";
import { seesAmounts } from "~/lib/vocabulary/permission";
import { type StockTermsGiven, VALUING } from "./terms.schema";
import { revalue } from "./value.server";

type Product = typeof product.$inferSelect;
type Terms = Omit<StockTermsGiven, "version" | "cleared">;
type Change = { row: Product; terms: Record<string, unknown> };

export async function lockProducts(db: Tx, who: Who, ids: number[]): Promise<Map<number, Product>> {
  const rows = await db
    .select()
    .from(product)
    .where(and(eq(product.seller_id, who.company_id), inArray(product.product_id, ids)))
    .orderBy(product.product_id)
    .for("update");
  return new Map(rows.map((row) => [row.product_id, row]));
}

const pick = (row: object, names: string[]): Changed =>
  Object.fromEntries(names.map((name) => [name, (row as Changed)[name] ?? null]));

export async function writeTerms(db: Tx, who: Who, all: Change[]): Promise<number> {
  const changed = all.filter(({ row, terms }) =>
    Object.entries(terms).some(([name, value]) => (row as Record<string, unknown>)[name] !== value),
  );
  const logged = [];
  for (const { row, terms } of changed) {
    const names = Object.keys(terms);
    const [after] = await db
      .update(product)
      .set({ ...terms, update_time: who.now, version: row.version + 1 })
      .where(eq(product.product_id, row.product_id))
      .returning();
    logged.push({ row: after!, before: pick(row, names), after: pick(after!, names) });
  }
  await recordProducts(db, who, "edited", logged);
  return changed.length;
}

type Amounts = Pick<StockTermsGiven, "num_threshold" | "moq" | "lot" | "num_target">;

/** What stands as a fraction already may stay. */
export function halvesOf(row: Product, given: Amounts): Record<string, string[]> {
  const numbers = {
    num_threshold: given.num_threshold,
    moq: given.moq,
    lot: given.lot,
    num_target: given.num_target,
  };
  return Object.assign(
    {},
    ...Object.entries(numbers).map(([name, number]) =>
      number === row[name as keyof Amounts] ? {} : wholeErrors({ [name]: number }, row.order_unit),
    ),
  );
}

export const repriced = ({ now }: Who) => ({ now, words: "標準単価の変更", field: "standard_price" });

export async function changeTerms(
  db: Tx,
  who: Who,
  product_id: number,
  { version, cleared, ...given }: StockTermsGiven,
): Promise<number> {
  const row = (await lockProducts(db, who, [product_id])).get(product_id);
  if (!row) throw notFound("在庫");
  if (version !== undefined && row.version !== version) throw stale("商品");
  const halves = halvesOf(row, given);
  if (Object.keys(halves).length > 0) throw new Refusal(422, "入力内容を確認してください。", halves);
  const priced = VALUING.filter((name) => given[name] !== undefined || cleared.includes(name));
  if (priced.length > 0 && !seesAmounts(who))
    throw new Refusal(422, "入力内容を確認してください。", {
      [priced[0]!]: ["在庫金額の変わる設定を変える権限がありません。そのまま登録してください"],
    });
  const { supplier_id } = given;
  if (supplier_id && supplier_id !== row.supplier_id) await collaborationOf(db, supplier_id, who.company_id);
  const said = Object.entries(given satisfies Terms).filter(([, value]) => value !== undefined);
  const empty = cleared.map((name) => [name, null] as const);
  const num = await writeTerms(db, who, [{ row, terms: Object.fromEntries([...empty, ...said]) }]);
  if (priced.length > 0) await revalue(db, who.company_id, { ids: [product_id], ...repriced(who) });
  return num;
}

type Threshold = { product_id: number; num_threshold?: string | undefined; seen?: string | null | undefined };
const isSame = (a: string | null, b: string | null) =>
  a === null || b === null ? a === b : compareDecimal(a, b) === 0;

/** None: the product is not watched any more. */
export async function changeThresholds(db: Tx, who: Who, items: Threshold[]) {
  const rows = await lockProducts(
    db,
    who,
    items.map((item) => item.product_id),
  );
  if (items.some((item) => !rows.has(item.product_id))) throw notFound("商品");
  const errors: Record<string, string[]> = {};
  for (const { product_id, num_threshold = null, seen } of items) {
    const row = rows.get(product_id)!;
    const { code, num_threshold: now } = row;
    const half = halvesOf(row, { num_threshold: num_threshold ?? undefined }).num_threshold;
    if (half) throw new Refusal(422, `${code}: ${half[0]}。`, { [product_id]: half });
    if (seen === undefined || isSame(now, seen) || isSame(now, num_threshold)) continue;
    const what = now === null ? "空欄にしました" : `${formatNumber(now)}にしました`;
    errors[product_id] = [`${code}のしきい値は、ほかの人が${what}。確かめて、もう一度保存してください`];
  }
  const [first] = Object.values(errors);
  if (first) throw new Refusal(409, `${first[0]}。`, errors);
  const all = items.map(({ product_id, num_threshold }) => ({
    row: rows.get(product_id)!,
    terms: { num_threshold: num_threshold ?? null },
  }));
  const num = await writeTerms(db, who, all);
  return { num, changed_time: num > 0 ? who.now : null };
}
