import { desc, inArray, sql } from "drizzle-orm";
import { notFound, Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { unitProblem } from "~/lib/money/price";
import { wholeProblem } from "~/lib/money/whole";
import { collaborationOf } from "~/lib/partner/party.server";
import { product, product_price } from "~/lib/tables/factory.table.server";
import { searchKey } from "~/lib/text/fold";
import { startOfDay, today } from "~/lib/time/date";
import type { Unit } from "~/lib/vocabulary/card.schema";
import type { PriceListRow } from "./price.read.server";
import { listAt, listProblem, type PriceList, sorted } from "./product";
import { recordProducts } from "./product.log.server";

export type Product = typeof product.$inferSelect;
export type NewProduct = {
  seller_id: string;
  buyer_id: string;
  code: string;
  name: string;
  category?: string;
  drawing_no?: string;
  drawing_revision?: string;
  order_unit: Unit;
  unit: Unit;
  unit_weight?: string;
  pieces_per_set?: string;
  is_stock?: boolean;
  num_threshold?: string;
  note?: string;
};
export type NewPrice = {
  unit_price: string;
  effective_from: string;
  agreed_on: string;
  min_quantity?: string;
};

const wrong = (errors: Record<string, string[]>) => new Refusal(422, "入力内容を確認してください。", errors);
export const CODE_TAKEN = "この商品番号はすでに使われています。別の番号を入力してください";

export const searchText = ({
  code,
  name,
  drawing_no,
}: Pick<NewProduct, "code" | "name"> & { drawing_no?: string | null }) =>
  searchKey([code, name, drawing_no].filter(Boolean).join(" "));

/** `who` is null for the sample world. */
export async function createProduct(
  db: Tx,
  who: Who | null,
  { unit_price, effective_from, agreed_on, ...input }: NewProduct & Partial<NewPrice>,
) {
  const own = who === null || [input.seller_id, input.buyer_id].includes(who.company_id);
  if (!own) throw notFound("会社");
  await collaborationOf(db, input.seller_id, input.buyer_id);
  const units = unitProblem(input);
  if (units) throw wrong({ unit: [units] });
  const half = input.num_threshold && wholeProblem(input.num_threshold, input.order_unit);
  if (half) throw wrong({ num_threshold: [half] });
  const now = who?.now ?? new Date().toISOString();
  const [made] = await db
    .insert(product)
    .values({ ...input, search_key: searchText(input), created_time: now, update_time: now })
    .onConflictDoNothing({ target: [product.seller_id, product.code] })
    .returning();
  if (!made) throw wrong({ code: [CODE_TAKEN] });
  if (who)
    await recordProducts(db, who, "created", [
      { row: made, before: {}, after: { code: made.code, name: made.name } },
    ]);
  if (unit_price === undefined || !effective_from || !agreed_on) return made;
  await addPriceLists(db, who, [
    { product: made, list: { effective_from, agreed_on, tiers: [{ min_quantity: "0", unit_price }] } },
  ]);
  return made;
}

export type ListGiven = { product: Product; list: PriceList & { note?: string } };

export async function listProblems(db: Tx, who: Who | null, given: ListGiven[]) {
  const known = await priceListsOf(
    db,
    given.map((one) => one.product.product_id),
  );
  return given.map(({ product: { product_id }, list }) =>
    listProblem(known.get(product_id) ?? [], list, who && today(new Date(who.now))),
  );
}

export async function addPriceLists(db: Tx, who: Who | null, given: ListGiven[]): Promise<void> {
  if (given.length === 0) return;
  const known = await priceListsOf(
    db,
    given.map((one) => one.product.product_id),
  );
  const problems = given.map(({ product: { product_id }, list }) =>
    listProblem(known.get(product_id) ?? [], list, who && today(new Date(who.now))),
  );
  for (const [index, problem] of problems.entries()) {
    const of = given.length > 1 ? `${given[index]!.product.code}: ` : "";
    if (problem) throw wrong({ [problem.field]: [of + problem.sentence] });
  }
  await db.insert(product_price).values(
    given.flatMap(({ product: { product_id, seller_id, buyer_id }, list: { tiers, ...list } }) =>
      tiers.map((tier) => ({
        product_id,
        seller_id,
        buyer_id,
        ...list,
        note: list.note ?? null,
        ...tier,
        created_by: who?.name ?? null,
        created_time: who?.now ?? startOfDay(list.effective_from),
      })),
    ),
  );
  if (!who) return;
  const rows = await bump(
    db,
    who,
    given.map((one) => one.product.product_id),
  );
  await recordProducts(
    db,
    who,
    "priced",
    given.map(({ product: { product_id }, list }) => {
      const before = listAt(known.get(product_id) ?? [], list.effective_from);
      return {
        row: rows.get(product_id)!,
        before: { tiers: before && JSON.stringify(before.tiers) },
        after: {
          tiers: JSON.stringify(sorted(list.tiers)),
          effective_from: list.effective_from,
          agreed_on: list.agreed_on,
          note: list.note ?? null,
        },
      };
    }),
  );
}

/** A version more for each: what others had on their screens is stale. */
export async function bump(db: Tx, who: Who, product_ids: number[]): Promise<Map<number, Product>> {
  const rows = await db
    .update(product)
    .set({ version: sql`${product.version} + 1`, update_time: who.now })
    .where(inArray(product.product_id, product_ids))
    .returning();
  return new Map(rows.map((row) => [row.product_id, row]));
}

export async function priceListsOf(db: Tx, product_ids: number[]): Promise<Map<number, PriceListRow[]>> {
  const found = new Map<number, PriceListRow[]>();
  if (product_ids.length === 0) return found;
  const rows = await db
    .select()
    .from(product_price)
    .where(inArray(product_price.product_id, product_ids))
    .orderBy(product_price.product_id, desc(product_price.effective_from), product_price.min_quantity);
  for (const {
    product_id,
    effective_from,
    agreed_on,
    note,
    valid_until,
    created_by,
    created_time,
    min_quantity,
    unit_price,
  } of rows) {
    const lists = found.get(product_id) ?? [];
    found.set(product_id, lists);
    const last = lists.at(-1);
    if (last?.effective_from === effective_from) last.tiers.push({ min_quantity, unit_price });
    else
      lists.push({
        effective_from,
        agreed_on,
        note,
        valid_until,
        created_by,
        created_time,
        tiers: [{ min_quantity, unit_price }],
      });
  }
  return found;
}
