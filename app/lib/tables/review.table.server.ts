import { integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { amount, day, instant } from "~/lib/db/column.server";
import type { KeptRecord, ReviewKind } from "~/lib/vocabulary/worktime";

/** 承認 and 差戻し of a worker's day (0150): only added, and the last one counts. */
export const day_review = pgTable("day_review", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  seller_id: text().notNull(),
  worker_id: amount().notNull(),
  day: day().notNull(),
  seq: integer().notNull(),
  kind: text().$type<ReviewKind>().notNull(),
  reason: text(),
  mark: text().notNull(),
  minutes: integer().notNull(),
  indirect_minutes: integer().notNull(),
  records: jsonb().$type<KeptRecord[]>().notNull(),
  reviewed_by: text().notNull(),
  reviewed_time: instant().notNull(),
});
