import { bigint, customType, integer, pgTable, text } from "drizzle-orm/pg-core";
import { day } from "~/lib/db/column.server";
import type { StockKind, StockMoveKind } from "~/lib/vocabulary/stock";

const exact = customType<{ data: string; driverData: string }>({ dataType: () => "numeric" });

/** These are written by the database alone (0121), and read as the sums of their rows. */
export const stock_tally = pgTable("stock_tally", {
  seller_id: text().notNull(),
  buyer_id: text().notNull(),
  kind: text().$type<StockKind>().notNull(),
  counted_day: day().notNull(),
  num_products: integer().notNull(),
  num_short: integer().notNull(),
  num_negative: integer().notNull(),
  stock_value: bigint({ mode: "number" }).notNull(),
});

export const stock_move_tally = pgTable("stock_move_tally", {
  seller_id: text().notNull(),
  buyer_id: text().notNull(),
  kind: text().$type<StockKind>().notNull(),
  move: text().$type<StockMoveKind>().notNull(),
  order_unit: text().notNull(),
  day: day().notNull(),
  num_moves: integer().notNull(),
  num_in: exact().notNull(),
  num_out: exact().notNull(),
});

export const stocktake_tally = pgTable("stocktake_tally", {
  stocktake_key: bigint({ mode: "number" }).notNull(),
  seller_id: text().notNull(),
  num_rows: integer().notNull(),
  num_counted: integer().notNull(),
  num_waiting: integer().notNull(),
});
