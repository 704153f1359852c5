import { and, asc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import type { Process } from "~/lib/shop/process.schema";
import { factory_process } from "~/lib/tables/factory.table.server";
import { product_step } from "~/lib/tables/product.table.server";

export async function firstSteps(db: Tx, product_ids: number[]): Promise<Map<number, number>> {
  if (product_ids.length === 0) return new Map();
  const { rows } = await db.execute<{ product_id: number; group_id: number }>(sql`
    select product_id, group_id from first_steps(${sql.param(product_ids)}::bigint[])`);
  return new Map(rows.map((row) => [Number(row.product_id), row.group_id]));
}

export function startOf<P extends Pick<Process, "group_id" | "role">>(
  processes: P[],
  group_id: number | undefined,
): P | undefined {
  return group_id === undefined
    ? undefined
    : processes.find((one) => one.group_id === group_id && one.role !== "inbox");
}

/** 標準工程 by product, in order. */
export async function routesOf(db: Tx, product_ids: number[]): Promise<Map<number, number[]>> {
  const by = new Map<number, number[]>();
  if (product_ids.length === 0) return by;
  const rows = await db
    .select({ product_id: product_step.product_id, group_id: product_step.group_id })
    .from(product_step)
    .where(inArray(product_step.product_id, product_ids))
    .orderBy(asc(product_step.sort));
  for (const { product_id, group_id } of rows) by.set(product_id, [...(by.get(product_id) ?? []), group_id]);
  return by;
}

type Caution = { group_id: number; label: string; text: string };

/** QR注意書き of these products' routes, by product: what is to be read wherever their cards stand or go. */
export async function cautionsOf(db: Tx, product_ids: number[]): Promise<Map<number, Caution[]>> {
  if (product_ids.length === 0) return new Map();
  const rows = await db
    .select({
      product_id: product_step.product_id,
      group_id: product_step.group_id,
      label: factory_process.label,
      text: product_step.caution,
    })
    .from(product_step)
    .innerJoin(
      factory_process,
      and(
        eq(factory_process.company_id, product_step.seller_id),
        eq(factory_process.group_id, product_step.group_id),
      ),
    )
    .where(and(inArray(product_step.product_id, product_ids), isNotNull(product_step.caution)))
    .orderBy(asc(product_step.sort));
  const by = new Map<number, Caution[]>();
  for (const { product_id, group_id, label, text } of rows)
    by.set(product_id, [...(by.get(product_id) ?? []), { group_id, label, text: text! }]);
  return by;
}
