import { boolean, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { amount, day, instant, quantity } from "~/lib/db/column.server";
import type {
  AllocationState,
  StockKind,
  StockMoveKind,
  StockSource,
  Valuation,
} from "~/lib/vocabulary/stock";

/** Written by its moves, by 引当 and by cards, in the database itself (0109). */
export const stock = pgTable("stock", {
  product_id: amount().primaryKey(),
  seller_id: text().notNull(),
  buyer_id: text().notNull(),
  kind: text().$type<StockKind>().notNull(),
  code: text().notNull(),
  is_managed: boolean().notNull(),
  num_threshold: quantity(),
  num: quantity().notNull().default("0"),
  num_arriving: quantity().notNull().default("0"),
  num_allocated: quantity().notNull().default("0"),
  num_parts: quantity().notNull().default("0"),
  is_over: boolean().notNull().default(false),
  stock_value: amount().notNull().default(0),
  last_price: quantity(),
  last_inventory_time: instant(),
  last_in_date: day(),
  last_out_date: day(),
  last_move_time: instant(),
  version: integer().notNull().default(1),
  is_short: boolean().notNull(),
  is_negative: boolean().notNull(),
  is_listed: boolean().notNull(),
  /** マイナス first, then 不足, each by code (0137). */
  rank: text().notNull(),
  is_short_told: boolean().notNull().default(false),
  /** Tokyo's; -infinity: never. */
  counted_day: day().notNull(),
  moved_day: day().notNull(),
  dismissed_time: instant(),
  dismissed_by: text(),
});
export type Stock = typeof stock.$inferSelect;

export const stock_move = pgTable("stock_move", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  seller_id: text().notNull(),
  buyer_id: text().notNull(),
  product_id: amount().notNull(),
  kind: text().$type<StockMoveKind>().notNull(),
  num: quantity().notNull(),
  num_after: quantity().notNull(),
  effective_date: day().notNull(),
  occurred_time: instant().notNull(),
  recorded_time: instant().notNull(),
  source: text().$type<StockSource>().notNull(),
  card_key: amount(),
  allocation_key: amount(),
  stocktake_key: amount(),
  reason: text(),
  words: text(),
  unit_price: quantity(),
  is_provisional: boolean().notNull().default(false),
  /** All moves of one act: taken back together. */
  action: uuid().notNull(),
  reverses: amount(),
  /** 返品: of which 出庫. */
  returns: amount(),
  actor_name: text().notNull(),
  actor_company: text(),
});
export type StockMove = typeof stock_move.$inferSelect;

export const stock_allocation = pgTable("stock_allocation", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  seller_id: text().notNull(),
  buyer_id: text().notNull(),
  product_id: amount().notNull(),
  card_key: amount().notNull(),
  num: quantity().notNull(),
  state: text().$type<AllocationState>().notNull().default("open"),
  allocated_time: instant().notNull(),
  allocated_by: text().notNull(),
  ended_time: instant(),
  ended_by: text(),
  reason: text(),
  split_from: amount(),
});

/** What each card brings to a stock or takes from it as parts; written by the database alone (0109). */
export const stock_expected = pgTable(
  "stock_expected",
  {
    card_key: amount().notNull(),
    product_id: amount().notNull(),
    kind: text().$type<"arriving" | "parts">().notNull(),
    seller_id: text().notNull(),
    buyer_id: text().notNull(),
    num: quantity().notNull(),
  },
  (t) => [primaryKey({ columns: [t.card_key, t.product_id, t.kind] })],
);

export const stock_closing = pgTable("stock_closing", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  seller_id: text().notNull(),
  /** Its first day. */
  month: day().notNull(),
  end_date: day().notNull(),
  valuation: text().$type<Valuation>().notNull(),
  num_products: integer().notNull(),
  stock_value: amount().notNull(),
  closed_time: instant().notNull(),
  closed_by: text().notNull(),
  undone_time: instant(),
  undone_by: text(),
});

export const stock_closing_row = pgTable(
  "stock_closing_row",
  {
    closing_key: amount().notNull(),
    product_id: amount().notNull(),
    seller_id: text().notNull(),
    start_num: quantity().notNull(),
    start_value: amount().notNull(),
    num_corrected: quantity().notNull(),
    value_corrected: amount().notNull(),
    num_in: quantity().notNull(),
    value_in: amount().notNull(),
    num_out: quantity().notNull(),
    value_out: amount().notNull(),
    variance: amount().notNull(),
    num: quantity().notNull(),
    stock_value: amount().notNull(),
    out_total: amount().notNull(),
  },
  (t) => [primaryKey({ columns: [t.closing_key, t.product_id] })],
);

/** 過月修正: what a closed month would be by now and is not, on the first open day. */
export const stock_correction = pgTable("stock_correction", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  closing_key: amount().notNull(),
  product_id: amount().notNull(),
  seller_id: text().notNull(),
  effective_date: day().notNull(),
  num: quantity().notNull(),
  value: amount().notNull(),
  cost: amount().notNull(),
  words: text().notNull(),
  recorded_time: instant().notNull(),
});

/** Of receipts, said later; the last one said counts. */
export const stock_price = pgTable("stock_price", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  seller_id: text().notNull(),
  product_id: amount().notNull(),
  move_key: amount().notNull(),
  unit_price: quantity().notNull(),
  is_provisional: boolean().notNull(),
  words: text(),
  recorded_time: instant().notNull(),
  actor_name: text().notNull(),
  actor_company: text(),
});
