import { and, asc, eq, inArray, ne, sql } from "drizzle-orm";
import type { z } from "zod";
import { notFound, Refusal, stale } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { compareDecimal } from "~/lib/money/decimal";
import { processesOf } from "~/lib/shop/process.server";
import { recordItemsOf } from "~/lib/shop/record.server";
import { product } from "~/lib/tables/factory.table.server";
import { product_item, product_part, product_step } from "~/lib/tables/product.table.server";
import type { Changed } from "~/lib/vocabulary/activity";
import type { ProductParts, ProductSteps, productChange } from "./product.edit.schema";
import { recordProducts } from "./product.log.server";
import { bump, CODE_TAKEN, type Product, searchText } from "./product.server";
import type { Step } from "./product.steps";

const wrong = (errors: Record<string, string[]>) => new Refusal(422, "入力内容を確認してください。", errors);
const BASICS = [
  "code",
  "name",
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

/** A product of the factory's own, locked. Changed since `version` was rendered: 409. */
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

/** The same of a locked row. */
export async function writeBasics(db: Tx, who: Who, row: Product, input: Basics): Promise<Product> {
  const values = full(input);
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

const known = async (db: Tx, who: Who) =>
  new Map(
    (await processesOf(db, who.company_id))
      .filter((one) => one.role !== "inbox")
      .map((one) => [one.group_id, one.label]),
  );
const sortByPosition = <T extends { at?: number }>(rows: T[]) =>
  rows
    .map((row, index) => ({ row, index }))
    .sort((a, b) => (a.row.at ?? 1e9) - (b.row.at ?? 1e9) || a.index - b.index);

/** 標準工程 and 記録項目, whole. */
export async function changeSteps(
  db: Tx,
  who: Who,
  product_id: number,
  { version, steps, items }: ProductSteps,
): Promise<Product> {
  const row = await lockProduct(db, who, product_id, version);
  const labels = await known(db, who);
  const strange = steps.findIndex((one) => !labels.has(one.group_id));
  if (strange >= 0) throw wrong({ [`steps[${strange}].group_id`]: ["工程を選択してください"] });
  const measures = new Map((await recordItemsOf(db, who.company_id)).map((one) => [one.item_id, one.label]));
  for (const [index, one] of items.entries()) {
    if (!measures.has(one.item_id))
      throw wrong({ [`items[${index}].item_id`]: ["記録項目を選択してください"] });
    if (items.findIndex((other) => other.item_id === one.item_id) < index)
      throw wrong({ [`items[${index}].item_id`]: ["同じ記録項目が二つあります"] });
    if (
      one.lower_limit !== undefined &&
      one.upper_limit !== undefined &&
      compareDecimal(one.lower_limit, one.upper_limit) > 0
    ) {
      throw wrong({ [`items[${index}].upper_limit`]: ["上限は、下限以上で入力してください"] });
    }
  }
  const before = await routeText(db, row.product_id, labels);
  await db.delete(product_step).where(eq(product_step.product_id, product_id));
  await db.delete(product_item).where(eq(product_item.product_id, product_id));
  const own = { product_id, seller_id: who.company_id };
  const ordered = sortByPosition(steps).map(({ row: { at: _, ...step } }, sort) => ({
    ...step,
    ...own,
    sort: sort + 1,
  }));
  if (ordered.length > 0) await db.insert(product_step).values(ordered);
  if (items.length > 0)
    await db.insert(product_item).values(items.map((one, sort) => ({ ...one, ...own, sort: sort + 1 })));
  const after = (await bump(db, who, [product_id])).get(product_id)!;
  await recordProducts(db, who, "route", [
    {
      row: after,
      before: { steps: before },
      after: {
        steps: await routeText(db, product_id, labels),
        items: items.map((one) => measures.get(one.item_id)).join("、") || null,
      },
    },
  ]);
  return after;
}

async function routeText(db: Tx, product_id: number, labels: Map<number, string>): Promise<string | null> {
  return toldRoute(
    await db
      .select()
      .from(product_step)
      .where(eq(product_step.product_id, product_id))
      .orderBy(asc(product_step.sort)),
    labels,
  );
}

/** A route as the log tells it, with its times. */
export function toldRoute(steps: Step[], labels: Map<number, string>): string | null {
  const times = ({ setup_minutes, minutes_per_item }: Step) =>
    [setup_minutes && `段取${setup_minutes}分`, minutes_per_item && `${minutes_per_item}分`]
      .filter(Boolean)
      .join("・");
  return (
    steps
      .map((one) => `${labels.get(one.group_id) ?? one.group_id}${times(one) && `(${times(one)})`}`)
      .join(" → ") || null
  );
}

/** 工程コピー: the route and measures of one product become those of others. */
export async function copySteps(db: Tx, who: Who, from_id: number, ids: number[]): Promise<{ num: number }> {
  await lockProduct(db, who, from_id);
  const steps = await db.select().from(product_step).where(eq(product_step.product_id, from_id));
  const items = await db.select().from(product_item).where(eq(product_item.product_id, from_id));
  if (steps.length === 0)
    throw wrong({ from_id: ["コピー元の商品に標準工程がありません。ほかの商品を選択してください"] });
  const goals = (
    await db
      .select({ product_id: product.product_id })
      .from(product)
      .where(
        and(
          eq(product.seller_id, who.company_id),
          inArray(product.product_id, ids),
          ne(product.product_id, from_id),
        ),
      )
      .for("update")
  ).map((row) => row.product_id);
  if (goals.length === 0) return { num: 0 };
  await db.delete(product_step).where(inArray(product_step.product_id, goals));
  await db.delete(product_item).where(inArray(product_item.product_id, goals));
  await db
    .insert(product_step)
    .values(goals.flatMap((product_id) => steps.map((one) => ({ ...one, product_id }))));
  if (items.length > 0)
    await db
      .insert(product_item)
      .values(goals.flatMap((product_id) => items.map((one) => ({ ...one, product_id }))));
  const text = await routeText(db, from_id, await known(db, who));
  const rows = await bump(db, who, goals);
  await recordProducts(
    db,
    who,
    "route",
    [...rows.values()].map((row) => ({ row, before: {}, after: { steps: text } })),
  );
  return { num: goals.length };
}

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
