import { and, asc, eq, inArray, ne, sql } from "drizzle-orm";
import type { z } from "zod";
import { notFound, Refusal, stale } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { wholeProblem } from "~/lib/money/whole";
import { processesOf } from "~/lib/shop/process.server";
import { product } from "~/lib/tables/factory.table.server";
import { product_part } from "~/lib/tables/product.table.server";
import type { Changed } from "~/lib/vocabulary/activity";
import type { ProductParts, productChange } from "./product.edit.schema";
import { recordProducts } from "./product.log.server";
import { bump, CODE_TAKEN, type Product, searchText } from "./product.server";
import { unitKept } from "./product.unit.server";

export const wrong = (errors: Record<string, string[]>) =>
  new Refusal(422, "入力内容を確認してください。", errors);
const BASICS = [
  "code",
  "name",
  "category",
  "drawing_no",
  "drawing_revision",
  "order_unit",
  "unit",
  "unit_weight",
  "pieces_per_set",
  "is_stock",
  "num_threshold",
  "note",
] as const;

export async function lockProduct(db: Tx, who: Who, product_id: number, version?: number): Promise<Product> {
  const [row] = await db
    .select()
    .from(product)
    .where(and(eq(product.product_id, product_id), eq(product.seller_id, who.company_id)))
    .for("update");
  if (!row) throw notFound("商品");
  if (version !== undefined && row.version !== version) throw stale("商品");
  return row;
}

type Basics = Omit<z.output<typeof productChange>, "version">;
const full = (input: Partial<Basics>) =>
  Object.fromEntries(
    BASICS.map((name) => [name, input[name] ?? (name === "is_stock" ? false : null)]),
  ) as Pick<Product, (typeof BASICS)[number]>;

/** Replaces what the product is; cards made before keep what they say. */
export async function changeProduct(
  db: Tx,
  who: Who,
  product_id: number,
  { version, ...input }: z.output<typeof productChange>,
): Promise<Product> {
  return writeBasics(db, who, await lockProduct(db, who, product_id, version), input);
}

export async function writeBasics(db: Tx, who: Who, row: Product, input: Basics): Promise<Product> {
  const values = full(input);
  const { num_threshold, order_unit } = values;
  const half =
    num_threshold === row.num_threshold ? null : num_threshold && wholeProblem(num_threshold, order_unit);
  if (half) throw wrong({ num_threshold: [half] });
  if (
    values.code !== row.code &&
    (await db.$count(
      product,
      and(
        eq(product.seller_id, who.company_id),
        eq(product.code, values.code),
        ne(product.product_id, row.product_id),
      ),
    ))
  ) {
    throw wrong({ code: [CODE_TAKEN] });
  }
  const [after] = await db
    .update(product)
    .set({ ...values, search_key: searchText(values), update_time: who.now, version: row.version + 1 })
    .where(eq(product.product_id, row.product_id))
    .returning();
  // By now its stock is held: nobody moves it meanwhile.
  if (values.order_unit !== row.order_unit) {
    const kept = (await unitKept(db, [row.product_id])).get(row.product_id);
    if (kept) throw wrong({ order_unit: [kept] });
  }
  await recordProducts(db, who, "edited", [{ row: after!, before: pick(row), after: pick(after!) }]);
  return after!;
}

const pick = (row: Product) => Object.fromEntries(BASICS.map((name) => [name, row[name]])) as Changed;

/** 無効化 and back: nothing is deleted that a card names (D28). */
export async function activate(
  db: Tx,
  who: Who,
  ids: number[],
  is_active: boolean,
): Promise<{ num: number }> {
  const rows = await db
    .update(product)
    .set({ is_active, update_time: who.now, version: sql`${product.version} + 1` })
    .where(
      and(
        eq(product.seller_id, who.company_id),
        inArray(product.product_id, ids),
        ne(product.is_active, is_active),
      ),
    )
    .returning();
  await recordProducts(
    db,
    who,
    is_active ? "restored" : "stopped",
    rows.map((row) => ({ row, before: { is_active: !is_active }, after: { is_active } })),
  );
  return { num: rows.length };
}

export const known = async (db: Tx, who: Who) =>
  new Map(
    (await processesOf(db, who.company_id))
      .filter((one) => one.role !== "inbox")
      .map((one) => [one.group_id, one.label]),
  );
export const sortByPosition = <T extends { at?: number }>(rows: T[]) =>
  rows
    .map((row, index) => ({ row, index }))
    .sort((a, b) => (a.row.at ?? 1e9) - (b.row.at ?? 1e9) || a.index - b.index);

/** 部品構成, whole; nothing is part of itself, however far down. */
export async function changeParts(
  db: Tx,
  who: Who,
  product_id: number,
  { version, parts }: ProductParts,
): Promise<Product> {
  await lockProduct(db, who, product_id, version);
  const ids = [...new Set(parts.flatMap((one) => one.part_id ?? []))];
  const own = new Map(
    (ids.length === 0
      ? []
      : await db
          .select()
          .from(product)
          .where(and(eq(product.seller_id, who.company_id), inArray(product.product_id, ids)))
    ).map((row) => [row.product_id, row]),
  );
  const { rows: above } = await db.execute<{ product_id: string }>(sql`with recursive up as (
    select product_id from product_part where part_id = ${product_id}
    union select p.product_id from product_part p join up on p.part_id = up.product_id) select product_id from up`);
  const over = new Set([product_id, ...above.map((row) => Number(row.product_id))]);
  for (const [index, part] of parts.entries()) {
    const at = (field: string) => `parts[${index}].${field}`;
    const first = parts.findIndex((one) => one.part_id === part.part_id);
    if (part.part_id !== undefined && first !== index)
      throw wrong({ [at("part_id")]: [`${first + 1}行目と同じ部品です。1行にまとめてください`] });
    if (part.part_id !== undefined && !own.has(part.part_id))
      throw wrong({ [at("part_id")]: ["商品を選択してください"] });
    if (part.part_id !== undefined && over.has(part.part_id))
      throw wrong({ [at("part_id")]: ["この商品を使う商品は、部品にできません"] });
    if (part.part_id === undefined && !part.name)
      throw wrong({ [at("name")]: ["商品か品名を入力してください"] });
  }
  const text = async () =>
    (
      await db
        .select()
        .from(product_part)
        .where(eq(product_part.product_id, product_id))
        .orderBy(asc(product_part.sort))
    )
      .map((one) => `${one.name} ×${one.per_parent}`)
      .join("、") || null;
  const before = await text();
  await db.delete(product_part).where(eq(product_part.product_id, product_id));
  if (parts.length > 0)
    await db.insert(product_part).values(
      parts.map(({ part_id, name, per_parent }, sort) => ({
        product_id,
        seller_id: who.company_id,
        sort: sort + 1,
        part_id,
        per_parent,
        name: name ?? own.get(part_id!)!.name,
      })),
    );
  const after = (await bump(db, who, [product_id])).get(product_id)!;
  await recordProducts(db, who, "parts", [
    { row: after, before: { parts: before }, after: { parts: await text() } },
  ]);
  return after;
}
