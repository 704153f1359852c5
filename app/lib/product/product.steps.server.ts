import { and, asc, eq, inArray, ne } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { compareDecimal } from "~/lib/money/decimal";
import { recordItemsOf } from "~/lib/shop/record.server";
import { product } from "~/lib/tables/factory.table.server";
import { product_item, product_step } from "~/lib/tables/product.table.server";
import type { ProductSteps } from "./product.edit.schema";
import { known, lockProduct, sortByPosition, wrong } from "./product.edit.server";
import { recordProducts } from "./product.log.server";
import { bump, type Product } from "./product.server";
import type { Step } from "./product.steps";

async function routeText(db: Tx, product_id: number, labels: Map<number, string>): Promise<string | null> {
  return stepsText(
    await db
      .select()
      .from(product_step)
      .where(eq(product_step.product_id, product_id))
      .orderBy(asc(product_step.sort)),
    labels,
  );
}
export function stepsText(steps: Step[], labels: Map<number, string>): string | null {
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
