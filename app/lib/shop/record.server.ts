import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import { record_item } from "~/lib/tables/record.table.server";
import { orNull } from "~/lib/text/field.book";
import { recordFields } from "./meta.fields";
import { choicesOf, type RecordInput, type RecordItem, recordItem } from "./record.schema";

export async function recordItemsOf(db: Tx, company_id: string): Promise<RecordItem[]> {
  const rows = await db
    .select()
    .from(record_item)
    .where(and(eq(record_item.company_id, company_id), eq(record_item.is_active, true)))
    .orderBy(asc(record_item.sort), asc(record_item.item_id));
  return rows.map((row) => recordItem.parse(row));
}

/** Also those that are no longer used. */
export async function recordItemsNamed(
  db: Tx,
  company_id: string,
  item_ids: number[],
): Promise<RecordItem[]> {
  if (item_ids.length === 0) return [];
  const rows = await db
    .select()
    .from(record_item)
    .where(and(eq(record_item.company_id, company_id), inArray(record_item.item_id, item_ids)));
  return rows.map((row) => recordItem.parse(row));
}

/** An item whose kind changes begins anew: its records keep what they were. Returns rows not found. */
export async function replaceRecordItems(
  db: Tx,
  company_id: string,
  items: RecordInput[],
): Promise<number[]> {
  const here = eq(record_item.company_id, company_id);
  const stood = await db.select().from(record_item).where(here);
  const known = new Map(stood.map((row) => [row.item_id, row.kind]));
  await db.update(record_item).set({ is_active: false }).where(here);
  for (const [sort, { item_id: id, ...item }] of items.entries()) {
    const values = {
      ...orNull(recordFields, item),
      sort,
      is_active: true,
      choices: item.kind === "choice" ? choicesOf(item.choices) : [],
      ng_choices: item.kind === "choice" ? choicesOf(item.ng_choices) : [],
    };
    if (id === undefined || (known.has(id) && known.get(id) !== item.kind))
      await db.insert(record_item).values({ ...values, company_id });
    else
      await db
        .update(record_item)
        .set({ ...values, version: sql`${record_item.version} + 1` })
        .where(and(here, eq(record_item.item_id, id)));
  }
  return items.flatMap(({ item_id: id }, index) => (id !== undefined && !known.has(id) ? [index] : []));
}
