import { pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { amount, day, instant } from "~/lib/db/column.server";
import type { OffsetWord } from "~/lib/vocabulary/offset";

const pair = { from_company: text().notNull(), to_company: text().notNull() };

export const offset_proposal = pgTable("offset_proposal", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  ...pair,
  amount: amount().notNull(),
  proposed_date: day().notNull(),
});

/** 請求書 of both sides, each with what is set off of it. */
export const offset_part = pgTable(
  "offset_part",
  {
    offset_key: amount().notNull(),
    ...pair,
    seller_id: text().notNull(),
    invoice_key: amount().notNull(),
    amount: amount().notNull(),
  },
  (t) => [primaryKey({ columns: [t.offset_key, t.invoice_key] })],
);

export const offset_word = pgTable("offset_word", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  offset_key: amount().notNull(),
  ...pair,
  word: text().$type<OffsetWord>().notNull(),
  company_id: text().notNull(),
  person: text().notNull(),
  words: text(),
  said_time: instant().notNull(),
});

/** The receipts that agreeing made, one in the books of each side. */
export const offset_payment = pgTable(
  "offset_payment",
  {
    offset_key: amount().notNull(),
    ...pair,
    seller_id: text().notNull(),
    payment_key: amount().notNull(),
  },
  (t) => [primaryKey({ columns: [t.offset_key, t.seller_id] })],
);
