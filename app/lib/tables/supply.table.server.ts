import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { amount, day, instant, quantity } from "~/lib/db/column.server";
import type { Supply, SupplyMovement } from "~/lib/vocabulary/supply";

/** 支給品: a row of less than nothing takes back the one that it `reverses`. */
export const supply_move = pgTable("supply_move", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  seller_id: text().notNull(),
  buyer_id: text().notNull(),
  kind: text().$type<Supply>().notNull(),
  movement: text().$type<SupplyMovement>().notNull(),
  item: text().notNull(),
  unit: text().notNull(),
  quantity: quantity().notNull(),
  unit_price: quantity(),
  price: amount(),
  move_date: day().notNull(),
  order_key: amount(),
  line_no: integer(),
  /** For one of the order's unit, where delivering tells what was used. */
  used_each: quantity(),
  settlement_date: day(),
  note: text(),
  company_id: text().notNull(),
  person: text().notNull(),
  recorded_time: instant().notNull(),
  reverses: amount(),
});
