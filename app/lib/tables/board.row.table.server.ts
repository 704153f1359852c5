import { boolean, integer, pgTable, text } from "drizzle-orm/pg-core";
import { amount, day, instant, quantity } from "~/lib/db/column.server";

/** The cards on the board, with what they are counted by; written by the database alone (migration 0043). */
export const board_row = pgTable("board_row", {
  key: amount().primaryKey(),
  seller_id: text().notNull(),
  buyer_id: text().notNull(),
  group_id: integer().notNull(),
  subgroup_id: integer(),
  order_unit: text().notNull(),
  num_items: quantity().notNull(),
  is_urgent: boolean().notNull(),
  delivery_date: day(),
  group_update_time: instant().notNull(),
  task_type: text(),
  is_billing_target: boolean().notNull(),
  product_id: amount(),
  name: text().notNull(),
  drawing_no: text(),
  search_key: text().notNull(),
});
