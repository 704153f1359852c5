import { boolean, integer, pgTable, smallint, text } from "drizzle-orm/pg-core";
import { amount, quantity } from "~/lib/db/column.server";
import type { RecordKind } from "~/lib/vocabulary/record";

export const record_item = pgTable("record_item", {
  item_id: amount().primaryKey().generatedAlwaysAsIdentity(),
  company_id: text().notNull(),
  label: text().notNull(),
  kind: text().$type<RecordKind>().notNull(),
  group_id: integer(),
  unit: text(),
  lower_limit: quantity(),
  upper_limit: quantity(),
  choices: text().array().notNull().default([]),
  ng_choices: text().array().notNull().default([]),
  digits: smallint(),
  is_required: boolean().notNull().default(false),
  sort: integer().notNull().default(0),
  is_active: boolean().notNull().default(true),
  version: integer().notNull().default(1),
});
