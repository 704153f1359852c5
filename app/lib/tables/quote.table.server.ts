import { boolean, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { amount, day, instant, quantity } from "~/lib/db/column.server";
import type { Unit } from "~/lib/vocabulary/card.schema";
import type { Party } from "~/lib/vocabulary/factory.schema";
import type { DeclineReason, PassReason, ToolingOwner } from "~/lib/vocabulary/quote";

/** The list of prices that gave way to what was chosen. */
type ReplacedPrices = {
  agreed_on: string;
  note: string | null;
  valid_until: string | null;
  created_by: string | null;
  created_time: string;
  tiers: { min_quantity: string; unit_price: string | null }[];
};

/** 見積依頼, or a 見積書 that nobody asked for; what each factory is asked of it is a `quote_seller`. */
export const quote = pgTable("quote", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  buyer_id: text().notNull(),
  made_by: text().notNull(),
  number: text(),
  request_date: day().notNull(),
  name: text().notNull(),
  drawing_no: text(),
  drawing_revision: text(),
  material: text(),
  surface: text(),
  dimensions: text(),
  order_unit: text().$type<Unit>().notNull(),
  unit: text().$type<Unit>().notNull(),
  unit_weight: quantity(),
  pieces_per_set: quantity(),
  quantities: jsonb().$type<string[]>().notNull(),
  note: text(),
  wish_date: day(),
  destination: text(),
  deadline: day(),
  is_sealed: boolean().notNull().default(false),
  tells_count: boolean().notNull().default(false),
  person: text(),
  buyer: jsonb().$type<Party>().notNull(),
  created_by: text().notNull(),
  created_time: instant().notNull(),
  sent_time: instant(),
  closed_time: instant(),
  /** When figures under a seal were first to be seen. */
  opened_time: instant(),
  cancelled_time: instant(),
  cancel_reason: text(),
  version: integer().notNull().default(1),
});

export const quote_inner = pgTable("quote_inner", {
  quote_key: amount().primaryKey(),
  buyer_id: text().notNull(),
  memo: text(),
  target_price: quantity(),
});

export const quote_seller = pgTable("quote_seller", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  quote_key: amount().notNull(),
  seller_id: text().notNull(),
  /** As the paper names it. */
  seller_name: text(),
  seller: jsonb().$type<Party>(),
  payment_terms: text(),
  buyer_id: text().notNull(),
  product_id: amount(),
  sent_time: instant(),
  viewed_time: instant(),
  seen_time: instant(),
  reminded_time: instant(),
  asked_time: instant(),
  asked_words: text(),
  passed_time: instant(),
  passed_reason: text().$type<PassReason>(),
  passed_words: text(),
  told_time: instant(),
  declined_time: instant(),
  declined_reason: text().$type<DeclineReason>(),
  declined_words: text(),
  num_sellers: integer(),
});

export const quote_draft = pgTable("quote_draft", {
  seller_key: amount().primaryKey(),
  seller_id: text().notNull(),
  body: jsonb().$type<Record<string, unknown>>().notNull(),
  saved_by: text().notNull(),
  saved_time: instant().notNull(),
  version: integer().notNull().default(1),
});

export const quote_answer = pgTable("quote_answer", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  quote_key: amount().notNull(),
  seller_key: amount().notNull(),
  seller_id: text().notNull(),
  buyer_id: text().notNull(),
  version: integer().notNull(),
  sent_time: instant().notNull(),
  person: text(),
  seller: jsonb().$type<Party>().notNull(),
  valid_until: day().notNull(),
  tooling: amount().notNull(),
  tooling_owner: text().$type<ToolingOwner>(),
  other: amount().notNull(),
  comment: text(),
  payment_terms: text(),
  is_late: boolean().notNull(),
  renews: amount(),
  /** Without tax; null where several quantities were answered. */
  subtotal: amount(),
});

export const quote_answer_line = pgTable(
  "quote_answer_line",
  {
    answer_key: amount().notNull(),
    quantity: quantity().notNull(),
    seller_id: text().notNull(),
    buyer_id: text().notNull(),
    unit_price: quantity().notNull(),
    lead_days: integer().notNull(),
    shipping: amount().notNull(),
    /** Yen without tax, as it was rounded then; null of those sent before it was kept. */
    price: amount(),
  },
  (t) => [primaryKey({ columns: [t.answer_key, t.quantity] })],
);

export const quote_withdrawal = pgTable("quote_withdrawal", {
  answer_key: amount().primaryKey(),
  seller_id: text().notNull(),
  buyer_id: text().notNull(),
  words: text(),
  withdrawn_by: text().notNull(),
  withdrawn_time: instant().notNull(),
});

export const quote_award = pgTable("quote_award", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  quote_key: amount().notNull(),
  seller_key: amount().notNull(),
  answer_key: amount().notNull(),
  seller_id: text().notNull(),
  buyer_id: text().notNull(),
  product_id: amount().notNull(),
  num_items: quantity().notNull(),
  quantity: quantity().notNull(),
  unit_price: quantity().notNull(),
  shipping: amount().notNull(),
  tooling: amount().notNull(),
  other: amount().notNull(),
  delivery_date: day().notNull(),
  awarded_by: text().notNull(),
  awarded_time: instant().notNull(),
  replaced: jsonb().$type<ReplacedPrices>(),
  undone_time: instant(),
  undone_by: text(),
});
