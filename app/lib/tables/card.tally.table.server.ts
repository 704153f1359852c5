import { bigint, customType, integer, pgTable, text } from "drizzle-orm/pg-core";
import { day } from "~/lib/db/column.server";

const exact = customType<{ data: string; driverData: string }>({ dataType: () => "numeric" });

/**
 * What boards and lists count; written by the database alone (migrations 0014, 0063), and read as the sum of
 * its rows.
 */
export const card_tally = pgTable("card_tally", {
  seller_id: text().notNull(),
  buyer_id: text().notNull(),
  kind: text().$type<"due" | "since" | "shipped">().notNull(),
  group_id: integer().notNull(),
  order_unit: text().notNull(),
  day: day().notNull(),
  num_cards: integer().notNull(),
  num_urgent: integer().notNull(),
  num_items: exact().notNull(),
  price: bigint({ mode: "number" }).notNull(),
  num_ordered: exact().notNull().default("0"),
  num_defective: exact().notNull().default("0"),
});
