import { integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { amount, instant } from "~/lib/db/column.server";
import type { ConfirmForm } from "~/lib/vocabulary/selfbill";

/** What two companies agreed of 支払通知書 in place of 請求書; rows are only added. */
export const self_bill_agreement = pgTable("self_bill_agreement", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  seller_id: text().notNull(),
  buyer_id: text().notNull(),
  act: text().$type<"proposed" | "accepted" | "declined" | "ended">().notNull(),
  proposal_key: amount(),
  version: integer().notNull(),
  form: text().$type<ConfirmForm>().notNull(),
  days: integer(),
  words: text().notNull(),
  reason: text(),
  company_id: text().notNull(),
  person: text().notNull(),
  said_time: instant().notNull(),
});

/** What a 請求書 that its buyer issued bears besides. */
export const self_bill = pgTable("self_bill", {
  invoice_key: amount().primaryKey(),
  seller_id: text().notNull(),
  buyer_id: text().notNull(),
  form: text().$type<ConfirmForm>().notNull(),
  days: integer(),
  agreement_key: amount().notNull(),
  words: text().notNull(),
  replaces: amount(),
  edition: integer().notNull().default(1),
  sent_time: instant().notNull(),
});

/** By line: what the supplier says that it should be, before tax. */
type DisputedLine = { line_no: number; amount: number };

export const self_bill_word = pgTable("self_bill_word", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  seller_id: text().notNull(),
  buyer_id: text().notNull(),
  invoice_key: amount().notNull(),
  word: text().$type<"confirmed" | "disputed">().notNull(),
  reason: text(),
  lines: jsonb().$type<DisputedLine[]>().notNull().default([]),
  company_id: text().notNull(),
  person: text().notNull(),
  said_time: instant().notNull(),
});

export const self_bill_mail = pgTable("self_bill_mail", {
  mail_key: amount().primaryKey(),
  seller_id: text().notNull(),
  buyer_id: text().notNull(),
  invoice_key: amount().notNull(),
  taken_time: instant(),
});
