import { boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { amount, day, instant, quantity } from "~/lib/db/column.server";
import type { StockKind } from "~/lib/vocabulary/stock";
import type { CountMode, ShelfAct, StocktakeState } from "~/lib/vocabulary/stocktake";

export const stocktake = pgTable("stocktake", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  seller_id: text().notNull(),
  name: text().notNull(),
  count_date: day().notNull(),
  kind: text().$type<StockKind>(),
  owner_id: text(),
  shelf: text(),
  category: text(),
  days: integer(),
  is_blind: boolean().notNull(),
  /** Of what is counted at the shelf while no sheet is open: one a day. */
  is_adhoc: boolean().notNull().default(false),
  state: text().$type<StocktakeState>().notNull(),
  /** The sheet whose rows are counted anew. */
  recounts: amount(),
  created_time: instant().notNull(),
  created_by: text().notNull(),
  start_time: instant(),
  confirmed_time: instant(),
  confirmed_by: text(),
  reason: text(),
  action: uuid(),
  undone_time: instant(),
  undone_by: text(),
  /** The state it goes back to. */
  discarded_from: text().$type<"draft" | "open" | "undone">(),
  discarded_time: instant(),
  discarded_by: text(),
  version: integer().notNull().default(1),
});

export const stocktake_row = pgTable(
  "stocktake_row",
  {
    stocktake_key: amount().notNull(),
    product_id: amount().notNull(),
    seller_id: text().notNull(),
    position: integer().notNull(),
    start_num: quantity().notNull(),
    /** The last move that start_num holds; 0 where there was none. */
    start_move: amount().notNull(),
    start_time: instant().notNull(),
    counted: quantity(),
    /** Of it at 出荷待ち; null where nobody told it apart. */
    counted_ready: quantity(),
    first_time: instant(),
    counted_time: instant(),
    person: text(),
    num_persons: integer().notNull().default(0),
    num_waiting: integer().notNull().default(0),
    last_count: amount().notNull().default(0),
    /** Moves of the minute in which it was counted are in the book (含む). */
    is_minute_in: boolean(),
    reason: text(),
    book_at_count: quantity(),
    adjust: quantity(),
    unit_price: quantity(),
    previous_inventory_time: instant(),
  },
  (t) => [primaryKey({ columns: [t.stocktake_key, t.product_id] })],
);

export const stocktake_count = pgTable("stocktake_count", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  stocktake_key: amount().notNull(),
  product_id: amount().notNull(),
  seller_id: text().notNull(),
  client_id: text().notNull(),
  mode: text().$type<CountMode>().notNull(),
  num: quantity().notNull(),
  num_ready: quantity(),
  counted_time: instant().notNull(),
  recorded_time: instant().notNull(),
  person: text().notNull(),
  username: text().notNull(),
  shelf: text(),
  is_waiting: boolean().notNull().default(false),
  undoes: amount(),
  answers: amount(),
});

export const shelf_scan = pgTable(
  "shelf_scan",
  {
    company_id: text().notNull(),
    client_id: text().notNull(),
    act: text().$type<ShelfAct>().notNull(),
    product_id: amount(),
    num: quantity(),
    item: jsonb().$type<unknown>().notNull(),
    state: text().$type<"done" | "conflict" | "discarded" | "undone">().notNull(),
    detail: text().notNull(),
    action: uuid(),
    count_key: amount(),
    person: text().notNull(),
    username: text().notNull(),
    happened_time: instant().notNull(),
    received_time: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.client_id] })],
);
