import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { filesOf } from "~/lib/file/file.read.server";
import type { RecordItem } from "~/lib/shop/record.schema";
import { recordItemsOf } from "~/lib/shop/record.server";
import type { Card } from "~/lib/tables/card.table.server";
import { measurement } from "~/lib/tables/measurement.table.server";
import { product_item } from "~/lib/tables/product.table.server";
import { record_item } from "~/lib/tables/record.table.server";
import { worker } from "~/lib/tables/worker.table.server";
import { askedItems, type OwnItem, outsideSentence, PHOTO_COMING, readEntered, valueWords } from "./measure";
import type { Measured, Measuring } from "./measurement.schema";

function groupBy<T>(rows: T[], keyOf: (row: T) => number): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}

/** 記録項目 of these products, by product. */
export async function ownItemsOf(db: Tx, product_ids: number[]): Promise<Map<number, OwnItem[]>> {
  if (product_ids.length === 0) return new Map();
  const rows = await db
    .select()
    .from(product_item)
    .where(inArray(product_item.product_id, product_ids))
    .orderBy(asc(product_item.sort));
  return groupBy(rows, (row) => row.product_id);
}

type At = Pick<Card, "seller_id" | "product_id" | "group_id">;

export async function askedOf(db: Tx, { seller_id, product_id, group_id }: At): Promise<RecordItem[]> {
  const own = product_id === null ? undefined : (await ownItemsOf(db, [product_id])).get(product_id);
  return askedItems(await recordItemsOf(db, seller_id), own ?? [], group_id);
}

type Work = { card: Card; work_key: number; worker_id: number | undefined };

/** What was entered, and of what was not, why. Gives the rows of items with photos. */
export async function keepMeasurements(
  db: Tx,
  who: Who,
  { card, work_key, worker_id }: Work,
  items: RecordItem[],
  { values, values_reason }: Measuring,
  photos: number[],
): Promise<Map<number, number>> {
  const rows = items.flatMap((item, sort): (typeof measurement.$inferInsert)[] => {
    const value = values.find((one) => one.item_id === item.item_id)?.value ?? "";
    const read = readEntered(item, value);
    const own = {
      seller_id: card.seller_id,
      buyer_id: card.buyer_id,
      card_key: card.key,
      product_id: card.product_id,
      drawing_revision: card.drawing_revision,
      group_id: card.group_id,
      status: card.status,
      work_key,
      item_id: item.item_id,
      sort,
      label: item.label,
      kind: item.kind,
      unit: item.unit,
      digits: item.digits,
      lower_limit: item.kind === "number" ? item.lower_limit : null,
      upper_limit: item.kind === "number" ? item.upper_limit : null,
      worker_id: worker_id ?? null,
      username: who.name,
      measured_time: who.now,
      recorded_time: who.now,
    };
    if (photos.includes(item.item_id)) return [{ ...own, choice: "撮影済", judgement: "ok" }];
    if (item.kind === "photo" && value !== "") return [{ ...own, note: PHOTO_COMING }];
    const entered = typeof read === "string" ? [] : read;
    if (entered.length > 0) return entered.map((one, at) => ({ ...own, ...one, sample: at + 1 }));
    return item.is_required && values_reason ? [{ ...own, note: values_reason }] : [];
  });
  if (rows.length === 0) return new Map();
  const made = await db
    .insert(measurement)
    .values(rows)
    .returning({ key: measurement.key, item_id: measurement.item_id });
  return new Map(made.map((row) => [row.item_id, row.key]));
}

/** Which row of its chain counts: nobody replaced it. */
export const isLast = sql`not exists (select from measurement later where later.replaces = ${measurement.key})`;

/** What was just recorded outside its limits, in words; "" where all is within them. */
export async function outsideAt(db: Tx, card_key: number, at: string): Promise<string> {
  const rows = await db
    .select()
    .from(measurement)
    .where(
      and(
        eq(measurement.card_key, card_key),
        eq(measurement.recorded_time, at),
        eq(measurement.judgement, "ng"),
      ),
    )
    .orderBy(asc(measurement.key));
  return outsideSentence(rows.map((row) => valueWords(row)));
}

/** What became of the row that was made for an item at that time; null where there was none. */
export async function lastOfItem(db: Tx, card_key: number, item_id: number, at: string): Promise<Row | null> {
  const first = alias(measurement, "first");
  const [found] = await db
    .select({ row: measurement })
    .from(measurement)
    .innerJoin(first, eq(first.key, sql`coalesce(${measurement.first_key}, ${measurement.key})`))
    .where(
      and(
        eq(first.card_key, card_key),
        eq(first.item_id, item_id),
        eq(first.kind, "photo"),
        eq(first.recorded_time, at),
        isLast,
      ),
    );
  return found?.row ?? null;
}

type Row = typeof measurement.$inferSelect;
type Change = Pick<Row, "how"> & Partial<Pick<Row, "value" | "choice" | "judgement" | "note">>;

export const replacing = (who: Who, { key, ...row }: Row, change: Change) => ({
  ...row,
  value: null,
  choice: null,
  judgement: null,
  note: null,
  ...change,
  username: who.name,
  recorded_time: who.now,
  first_key: row.first_key ?? key,
  replaces: key,
});

export async function replaceMeasurement(db: Tx, who: Who, row: Row, change: Change): Promise<number> {
  const [made] = await db
    .insert(measurement)
    .values(replacing(who, row, change))
    .returning({ key: measurement.key });
  return made!.key;
}

/** Null: somebody has replaced it, or there is none. */
export async function standing(db: Tx, card_key: number, key: number): Promise<Row | null> {
  const [row] = await db
    .select()
    .from(measurement)
    .where(and(eq(measurement.key, key), eq(measurement.card_key, card_key), isLast));
  return row && row.how !== "void" ? row : null;
}

/** Of a card, as they count, the earliest first; with what each of them replaced. */
export async function measurementsOf(
  db: Tx,
  who: Who,
  card_keys: number[],
): Promise<(Measured & { card_key: number })[]> {
  if (card_keys.length === 0) return [];
  const rows = await db
    .select({ row: measurement, worker_name: worker.name, choices: record_item.choices })
    .from(measurement)
    .leftJoin(record_item, eq(record_item.item_id, measurement.item_id))
    .leftJoin(worker, eq(worker.worker_id, measurement.worker_id))
    .where(inArray(measurement.card_key, card_keys))
    .orderBy(
      asc(measurement.measured_time),
      asc(measurement.sort),
      asc(measurement.sample),
      asc(measurement.key),
    );
  const all = rows.map(({ row, worker_name, choices }) => ({ ...row, worker_name, choices: choices ?? [] }));
  const photos = await filesOf(
    db,
    who,
    "record",
    all.filter((row) => row.kind === "photo").map((row) => row.key),
  );
  const chains = groupBy(all, (row) => row.first_key ?? row.key);
  return [...chains.values()].flatMap((chain) => {
    const last = chain.at(-1)!;
    if (last.how === "void") return [];
    const keys = chain.map(({ key }) => String(key));
    return {
      ...last,
      before: chain.slice(0, -1),
      photos: photos.filter(({ owner_key }) => keys.includes(owner_key)),
    };
  });
}
