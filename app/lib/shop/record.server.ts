import { and, asc, eq, sql } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import { record_item } from "~/lib/tables/record.table.server";
import { choicesOf, type RecordInput, type RecordItem } from "./record.schema";

const { item_id, label, kind, group_id, unit, lower_limit, upper_limit, choices, is_required } = record_item;

/** A factory's items in use, in their order. */
export async function recordItemsOf(db: Tx, company_id: string): Promise<RecordItem[]> {
  return db
    .select({ item_id, label, kind, group_id, unit, lower_limit, upper_limit, choices, is_required })
    .from(record_item)
    .where(and(eq(record_item.company_id, company_id), eq(record_item.is_active, true)))
    .orderBy(asc(record_item.sort), asc(item_id));
}

/**
 * Replaces the list. One that is left out is set aside, and so is one whose kind changes: its records keep
 * what they were. Returns the rows not found.
 */
export async function replaceRecordItems(
  db: Tx,
  company_id: string,
  items: RecordInput[],
): Promise<number[]> {
  const here = eq(record_item.company_id, company_id);
  const known = new Map(
    (await db.select({ item_id, kind }).from(record_item).where(here)).map((row) => [row.item_id, row.kind]),
  );
  await db.update(record_item).set({ is_active: false }).where(here);
  for (const [sort, { item_id: id, ...item }] of items.entries()) {
    const {
      group_id = null,
      unit = null,
      lower_limit = null,
      upper_limit = null,
      label,
      kind,
      is_required,
    } = item;
    const values = {
      label,
      kind,
      is_required,
      group_id,
      unit,
      lower_limit,
      upper_limit,
      sort,
      is_active: true,
      choices: kind === "choice" ? choicesOf(item.choices) : [],
    };
    if (id === undefined || (known.has(id) && known.get(id) !== kind))
      await db.insert(record_item).values({ ...values, company_id });
    else
      await db
        .update(record_item)
        .set({ ...values, version: sql`${record_item.version} + 1` })
        .where(and(here, eq(record_item.item_id, id)));
  }
  return items.flatMap(({ item_id: id }, index) => (id !== undefined && !known.has(id) ? [index] : []));
}
