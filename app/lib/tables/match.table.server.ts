import { integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { amount, instant } from "~/lib/db/column.server";

/** 請求書照合: an answer to a difference as it was seen; the last one of a line and month counts. */
export const payable_match_word = pgTable("payable_match_word", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  company_id: text().notNull(),
  partner_id: text().notNull(),
  ym: integer().notNull(),
  line: text().notNull(),
  answer: text().$type<"accept" | "ask" | "later" | "withdrawn" | "billed">().notNull(),
  ours: amount().notNull(),
  theirs: amount().notNull(),
  reason: text(),
  person: text().notNull(),
  said_time: instant().notNull(),
});

/** A month closed or opened again; closed it keeps the lines as they were. */
export const payable_match_close = pgTable("payable_match_close", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  company_id: text().notNull(),
  partner_id: text().notNull(),
  ym: integer().notNull(),
  act: text().$type<"closed" | "reopened">().notNull(),
  reason: text(),
  rows: jsonb(),
  papers: text(),
  ours: amount(),
  theirs: amount(),
  person: text().notNull(),
  said_time: instant().notNull(),
});
