import { boolean, integer, pgTable, text } from "drizzle-orm/pg-core";
import { amount, instant, quantity } from "~/lib/db/column.server";
import type { Treatment } from "~/lib/vocabulary/reason";

export const work = pgTable("work", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  seller_id: text().notNull(),
  card_key: amount().notNull(),
  group_id: integer().notNull(),
  status: text().notNull(),
  worker_id: amount(),
  work_start: instant(),
  work_end: instant(),
  num_good: quantity().notNull().default("0"),
  num_defective: quantity().notNull().default("0"),
  num_partial: quantity().notNull().default("0"),
  note: text(),
  /** Begun by mistake: kept, and counted nowhere. */
  is_void: boolean().notNull().default(false),
  /** 協力会社 that did it (0119). */
  partner_id: text(),
  /** まだ続き: nobody is asked about it before (0152). */
  goes_on_until: instant(),
  /** 無人運転: a machine runs, and nobody stands at it (0281). */
  is_unmanned: boolean().notNull().default(false),
});

export const pause = pgTable("pause", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  seller_id: text().notNull(),
  work_key: amount().notNull(),
  reason_id: amount(),
  reason: text(),
  pause_start: instant().notNull(),
  pause_end: instant(),
  /** The 間接作業 for which it was interrupted (0152). */
  indirect_key: amount(),
});

export const defect = pgTable("defect", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  seller_id: text().notNull(),
  card_key: amount().notNull(),
  group_id: integer().notNull(),
  status: text().notNull(),
  num: quantity().notNull(),
  reason_id: amount(),
  reason: text().notNull(),
  treatment: text().$type<Treatment>(),
  treatment_label: text(),
  cause: text().$type<"own" | "supplied" | "design">(),
  note: text(),
  worker_id: amount(),
  child_key: amount(),
  recorded_time: instant().notNull(),
  is_void: boolean().notNull().default(false),
  /** The 実績 that counts it; null: registered by itself (0119). */
  work_key: amount(),
  /** Counted good before. */
  is_recounted: boolean().notNull().default(false),
});

/** A step done by a partner: our card, and the card on the partner's board that stands for it (D4). */
export const card_link = pgTable("card_link", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  seller_id: text().notNull(),
  card_key: amount().notNull(),
  group_id: integer().notNull(),
  partner_id: text().notNull(),
  partner_key: amount().notNull(),
  order_key: amount().notNull(),
  num_items: quantity().notNull(),
  num_good: quantity(),
  num_defective: quantity(),
  sent_time: instant().notNull(),
  received_time: instant(),
  cancelled_time: instant(),
});
