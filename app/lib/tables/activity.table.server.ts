import { integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { amount, digest, instant } from "~/lib/db/column.server";
import type { Changed, Subject } from "~/lib/vocabulary/activity";

export const activity = pgTable("activity", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  seller_id: text().notNull(),
  buyer_id: text().notNull(),
  subject: text().$type<Subject>().notNull(),
  subject_key: amount().notNull(),
  seq: integer().notNull(),
  kind: text().notNull(),
  at: instant().notNull(),
  actor: text().notNull(),
  actor_name: text().notNull(),
  actor_company: text(),
  on_behalf_of: text(),
  origin: text().notNull(),
  reason: text(),
  before: jsonb().$type<Changed>().notNull().default({}),
  after: jsonb().$type<Changed>().notNull().default({}),
  /** The database chains it to the subject's entry before (decision 062). */
  digest: digest(),
});

/** Blocks over the whole log, each made of the one before. */
export const log_seal = pgTable("log_seal", {
  number: integer().primaryKey(),
  sealed_time: instant().notNull(),
  to_key: amount().notNull(),
  seen_key: amount().notNull(),
  num_entries: amount().notNull(),
  digest: digest().notNull(),
});

export const activity_inner = pgTable("activity_inner", {
  activity_key: amount().primaryKey(),
  seller_id: text().notNull(),
  before: jsonb().$type<Changed>().notNull().default({}),
  after: jsonb().$type<Changed>().notNull().default({}),
});
