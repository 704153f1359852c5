import { boolean, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { amount, day, instant } from "~/lib/db/column.server";

export const payee = pgTable("payee", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  company_id: text().notNull(),
  partner_id: text().notNull(),
  /** The account, under APP_SECRET. */
  sealed: text().notNull(),
  change: integer().notNull().default(0),
  changed_time: instant().notNull(),
  changed_by: text().notNull(),
  changed_name: text().notNull(),
  /** Whoever changed it since it last stood: none of them is the second look. */
  hands: text().array().notNull().default([]),
  /** When it was changed there was somebody else to look at it. */
  needs_other: boolean().notNull().default(true),
  confirmed_time: instant(),
  confirmed_by: text(),
  confirmed_name: text(),
  version: integer().notNull().default(1),
});

export const transfer_file = pgTable("transfer_file", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  company_id: text().notNull(),
  account_key: amount().notNull(),
  account: text().notNull(),
  pay_date: day().notNull(),
  num_rows: integer().notNull(),
  total: amount().notNull(),
  content_mark: text().notNull(),
  /** The bytes, under APP_SECRET. */
  sealed: text().notNull(),
  sha256: text().notNull(),
  made_time: instant().notNull(),
  made_by: text().notNull(),
  made_name: text().notNull(),
  voided_time: instant(),
  voided_name: text(),
  void_reason: text(),
  version: integer().notNull().default(1),
});

export const transfer_row = pgTable(
  "transfer_row",
  {
    file_key: amount().notNull(),
    row_no: integer().notNull(),
    company_id: text().notNull(),
    partner_id: text().notNull(),
    account: text().notNull(),
    payee_name: text().notNull(),
    payee_change: integer().notNull(),
    amount: amount().notNull(),
  },
  (t) => [primaryKey({ columns: [t.file_key, t.row_no] })],
);

export const transfer_payment = pgTable("transfer_payment", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  company_id: text().notNull(),
  file_key: amount().notNull(),
  row_no: integer().notNull(),
  payout_key: amount().notNull(),
  is_live: boolean().notNull().default(true),
});

export const transfer_take = pgTable("transfer_take", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  company_id: text().notNull(),
  file_key: amount().notNull(),
  number: integer().notNull(),
  taken_time: instant().notNull(),
  taken_by: text().notNull(),
  taken_name: text().notNull(),
});
