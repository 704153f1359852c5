import { date, integer, pgTable, text } from "drizzle-orm/pg-core";
import { amount, instant, quantity } from "~/lib/db/column.server";

/** 管理限界 that somebody has frozen, or let go (decision 084); the last of a strand counts. */
export const control_limit = pgTable("control_limit", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  seller_id: text().notNull(),
  item_id: amount().notNull(),
  product_id: amount().notNull(),
  group_id: integer().notNull(),
  revision: text().notNull(),
  seq: integer().notNull(),
  act: text().$type<"freeze" | "release" | "undo">().notNull(),
  from_day: date(),
  to_day: date(),
  n: integer(),
  mean: quantity(),
  lcl: quantity(),
  ucl: quantity(),
  reason: text().notNull(),
  set_by: text().notNull(),
  set_time: instant().notNull(),
});
