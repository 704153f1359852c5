import { asc, eq } from "drizzle-orm";
import { Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { processesOf } from "~/lib/shop/process.server";
import { product } from "~/lib/tables/factory.table.server";
import { product_step } from "~/lib/tables/product.table.server";
import type { PriceList } from "./product";
import { activate, lockProduct, writeBasics } from "./product.edit.server";
import { type Basics, NAMES } from "./product.import.read.server";
import { recordProducts } from "./product.log.server";
import { addPriceLists, bump, searchText } from "./product.server";
import type { Step } from "./product.steps";
import { stepsText } from "./product.steps.server";

export type Value = {
  product_id?: number;
  version?: number;
  buyer_id: string;
  basics: Basics;
  list?: PriceList;
  steps?: Step[];
  is_active: boolean;
};
export async function make(db: Tx, who: Who, values: Value[]): Promise<void> {
  if (values.length === 0) return;
  const times = { created_time: who.now, update_time: who.now };
  const made = await db
    .insert(product)
    .values(
      values.map(({ buyer_id, basics, is_active }) => ({
        ...basics,
        buyer_id,
        is_active,
        seller_id: who.company_id,
        search_key: searchText(basics),
        ...times,
      })),
    )
    .returning();
  await recordProducts(
    db,
    who,
    "created",
    made.map((row) => ({ row, before: {}, after: { code: row.code, name: row.name } })),
  );
  const by = new Map(made.map((row) => [row.code, row]));
  await addPriceLists(
    db,
    who,
    values.flatMap(({ basics, list }) => (list ? { product: by.get(basics.code)!, list } : [])),
  );
  const steps = values.flatMap(({ basics, steps: route = [] }) =>
    route.map((step, index) => ({
      ...step,
      product_id: by.get(basics.code)!.product_id,
      seller_id: who.company_id,
      sort: index + 1,
    })),
  );
  if (steps.length > 0) await db.insert(product_step).values(steps);
}
export async function change(
  db: Tx,
  who: Who,
  { product_id, version, basics, list, steps, is_active }: Value,
): Promise<void> {
  const row = await lockProduct(db, who, product_id!);
  if (row.version !== version)
    throw new Refusal(
      409,
      `商品 ${row.code} は、確認のあとで他の人が変更しました。もう一度取り込んでください。`,
    );
  const is_other =
    basics.is_stock !== row.is_stock || NAMES.some((name) => (basics[name] ?? null) !== row[name]);
  if (is_other) await writeBasics(db, who, row, basics);
  if (is_active !== row.is_active) await activate(db, who, [row.product_id], is_active);
  if (list) await addPriceLists(db, who, [{ product: row, list }]);
  if (!steps) return;
  const here = eq(product_step.product_id, row.product_id);
  const old = await db.select().from(product_step).where(here).orderBy(asc(product_step.sort));
  await db.delete(product_step).where(here);
  if (steps.length > 0)
    await db.insert(product_step).values(
      steps.map((step, index) => ({
        ...step,
        product_id: row.product_id,
        seller_id: who.company_id,
        sort: index + 1,
      })),
    );
  const after = (await bump(db, who, [row.product_id])).get(row.product_id)!;
  const labels = new Map((await processesOf(db, who.company_id)).map((one) => [one.group_id, one.label]));
  await recordProducts(db, who, "route", [
    { row: after, before: { steps: stepsText(old, labels) }, after: { steps: stepsText(steps, labels) } },
  ]);
}
