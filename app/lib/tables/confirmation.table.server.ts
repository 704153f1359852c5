import { boolean, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { amount, day, instant } from "~/lib/db/column.server";

type Open = { number: string; invoice_date: string; due_date: string | null; total: number; open: number };

/** What was said to be open at the end of a day, as it was sent. */
export const balance_confirmation = pgTable("balance_confirmation", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  seller_id: text().notNull(),
  buyer_id: text().notNull(),
  on_date: day().notNull(),
  amount: amount().notNull(),
  rows: jsonb().$type<Open[]>().notNull(),
  words: text(),
  person: text().notNull(),
  sent_time: instant().notNull(),
});

/** What the partner says to it; its last word counts. */
export const balance_answer = pgTable("balance_answer", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  confirmation_key: amount().notNull(),
  seller_id: text().notNull(),
  buyer_id: text().notNull(),
  agreed: boolean().notNull(),
  amount: amount().notNull(),
  words: text(),
  person: text().notNull(),
  answered_time: instant().notNull(),
});
