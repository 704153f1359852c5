import { boolean, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { amount, day, instant, quantity } from "~/lib/db/column.server";
import type {
  AmendedContent,
  AmendedProgress,
  AmendmentCause,
  DrawingBatch,
  DrawingTreatment,
  ReturnTreatment,
  SurplusTreatment,
} from "~/lib/vocabulary/amendment";

/** 変更依頼: a version that one side proposes. */
export const order_amendment = pgTable("order_amendment", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  order_key: amount().notNull(),
  seller_id: text().notNull(),
  buyer_id: text().notNull(),
  base_revision: integer().notNull(),
  proposed_by: text().notNull(),
  proposer_name: text().notNull(),
  proposed_time: instant().notNull(),
  expires_date: day().notNull(),
  words: text().notNull(),
  made: text().$type<SurplusTreatment>(),
  wip: text().$type<SurplusTreatment>(),
  returned: text().$type<ReturnTreatment>(),
  drawing: text().$type<DrawingTreatment>(),
  cause: text().$type<AmendmentCause>(),
  cost_tax_rate: integer(),
  counters: amount(),
});

export const order_amendment_item = pgTable(
  "order_amendment_item",
  {
    amendment_key: amount().notNull(),
    item_no: integer().notNull(),
    order_key: amount().notNull(),
    seller_id: text().notNull(),
    buyer_id: text().notNull(),
    /** Null: a line to be added. */
    line_no: integer(),
    is_cancel: boolean().notNull().default(false),
    before: jsonb().$type<AmendedContent>().notNull(),
    after: jsonb().$type<AmendedContent>().notNull(),
    /** How far the line was when it was proposed. */
    seen: jsonb().$type<AmendedProgress>(),
    cost: amount(),
    /** By card, what becomes of pieces of an old drawing; null: proposed before cards were told apart. */
    batches: jsonb().$type<DrawingBatch[]>(),
    /** Of a greater quantity, as the price list has it; it holds where who answers takes it, too. */
    list_price: quantity(),
  },
  (t) => [primaryKey({ columns: [t.amendment_key, t.item_no] })],
);

export const order_amendment_answer = pgTable(
  "order_amendment_answer",
  {
    amendment_key: amount().notNull(),
    item_no: integer().notNull(),
    seller_id: text().notNull(),
    buyer_id: text().notNull(),
    state: text().$type<"agreed" | "declined" | "withdrawn" | "countered">().notNull(),
    answered_by: text().notNull(),
    answerer_name: text().notNull(),
    answered_time: instant().notNull(),
    words: text(),
    /** The version that it made. */
    revision: integer(),
    takes_price: boolean().notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.amendment_key, t.item_no] })],
);
