import { boolean, integer, pgTable, smallint, text } from "drizzle-orm/pg-core";
import { amount, instant, quantity } from "~/lib/db/column.server";
import type { How, Judgement } from "~/lib/vocabulary/measurement";
import type { RecordKind } from "~/lib/vocabulary/record";

/** What was measured or noted (decision 075), only ever added to. */
export const measurement = pgTable("measurement", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  seller_id: text().notNull(),
  buyer_id: text().notNull(),
  card_key: amount().notNull(),
  product_id: amount(),
  drawing_revision: text(),
  group_id: integer().notNull(),
  status: text().notNull(),
  work_key: amount().notNull(),
  item_id: amount().notNull(),
  sort: integer().notNull(),
  /** As the item was when it was recorded. */
  label: text().notNull(),
  kind: text().$type<RecordKind>().notNull(),
  unit: text(),
  digits: smallint(),
  lower_limit: quantity(),
  upper_limit: quantity(),
  sample: integer().notNull().default(1),
  value: quantity(),
  choice: text(),
  /** Null: nothing was entered, or the item judges nothing. */
  judgement: text().$type<Judgement>(),
  note: text(),
  worker_id: amount(),
  username: text().notNull(),
  /** Of the first of a chain: what replaces it counts there too. */
  measured_time: instant().notNull(),
  recorded_time: instant().notNull(),
  how: text().$type<How>().notNull().default("first"),
  first_key: amount(),
  replaces: amount(),
});

export const measurement_sharing = pgTable("measurement_sharing", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  seller_id: text().notNull(),
  buyer_id: text().notNull(),
  is_shared: boolean().notNull(),
  set_by: text().notNull(),
  set_time: instant().notNull(),
});
