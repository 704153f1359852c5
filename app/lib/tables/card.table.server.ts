import { boolean, integer, pgTable, text } from "drizzle-orm/pg-core";
import { amount, day, instant, quantity } from "~/lib/db/column.server";
import type { Answer, TaskType, Unit } from "~/lib/vocabulary/card.schema";

export const card = pgTable("card", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  seller_id: text().notNull(),
  buyer_id: text().notNull(),
  id: text().notNull(),
  order_key: amount(),
  order_id: text(),
  parent_id: text(),
  task_type: text().$type<TaskType>(),
  product_id: amount(),
  name: text().notNull(),
  drawing_no: text(),
  drawing_revision: text(),
  num_items: quantity().notNull(),
  num_good: quantity().notNull().default("0"),
  num_defective: quantity().notNull().default("0"),
  num_partial: quantity().notNull().default("0"),
  num_delivered: quantity().notNull().default("0"),
  order_unit: text().$type<Unit>().notNull(),
  unit: text().$type<Unit>().notNull(),
  num_units: quantity().notNull(),
  unit_weight: quantity(),
  pieces_per_set: quantity(),
  unit_price: quantity(),
  price: amount(),
  is_billing_target: boolean().notNull().default(true),
  is_urgent: boolean().notNull().default(false),
  /** 手直し, or divided off one: its pieces went through before. Null: neither, or made before 0273. */
  is_rework: boolean(),
  delivery_date: day(),
  delivery_time: text(),
  destination_id: amount(),
  destination: text(),
  note: text(),
  group_id: integer().notNull(),
  subgroup_id: integer(),
  status: text().notNull(),
  moved_group: integer(),
  answer: text().$type<Answer>(),
  proposed_delivery_date: day(),
  answer_reason: text(),
  created_time: instant().notNull(),
  product_time: instant(),
  shipped_time: instant(),
  cancelled_time: instant(),
  group_update_time: instant().notNull(),
  update_time: instant().notNull(),
  /** What search compares: number, name, order and drawing number, folded. */
  search_key: text().notNull(),
  version: integer().notNull().default(1),
  /**
   * 段取り順: where it stands among the cards of its process, as text that sorts by bytes; null: behind those, by
   * its date.
   */
  place: text(),
  /** 打切: why nothing more of it is delivered. */
  closed_reason: text(),
  /** 員数 of a part: so many for so many of its parent. */
  part_num: quantity(),
  part_of: quantity(),
  /** 中止費用: the rate that both sides agreed on. */
  cost_tax_rate: integer(),
});
export type Card = typeof card.$inferSelect;

export const card_inner = pgTable("card_inner", {
  card_key: amount().primaryKey(),
  seller_id: text().notNull(),
  inner_note: text(),
  worker: text(),
  work_start: instant(),
  work_end: instant(),
  collab_id: text(),
  collab_name: text(),
});
export type CardInner = typeof card_inner.$inferSelect;
