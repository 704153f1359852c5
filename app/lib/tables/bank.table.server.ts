import { boolean, customType, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { amount, day, instant } from "~/lib/db/column.server";

const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });
export const bank_account = pgTable("bank_account", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  company_id: text().notNull(),
  bank_code: text().notNull(),
  bank_name: text().notNull(),
  branch_code: text().notNull(),
  branch_name: text().notNull(),
  kind: text().notNull(),
  number: text().notNull(),
  holder: text().notNull(),
  /** The headings of its CSV and what its columns mean. */
  profile: jsonb().$type<{ head: string[]; columns: { [field: string]: string }; width?: number }>(),
  created_time: instant().notNull(),
  /** With these it can be paid from (総合振込). */
  consignor_code: text(),
  consignor_name: text(),
  bank_kana: text(),
  branch_kana: text(),
  line_end: text().$type<"crlf" | "none">().notNull().default("crlf"),
  version: integer().notNull().default(1),
});

export const bank_content = pgTable(
  "bank_content",
  {
    company_id: text().notNull(),
    sha256: text().notNull(),
    content: bytes().notNull(),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.sha256] })],
);

export const bank_file = pgTable("bank_file", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  company_id: text().notNull(),
  sha256: text().notNull(),
  /** Which account of the file. */
  part: integer().notNull(),
  file_name: text().notNull(),
  account_key: amount(),
  format: text(),
  state: text().$type<"waiting" | "read">().notNull(),
  from_date: day(),
  to_date: day(),
  opening: amount(),
  closing: amount(),
  num_rows: integer().notNull().default(0),
  num_new: integer().notNull().default(0),
  row_keys: amount().array().notNull().default([]),
  person: text().notNull(),
  uploaded_time: instant().notNull(),
});

export const bank_row = pgTable("bank_row", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  company_id: text().notNull(),
  account_key: amount().notNull(),
  file_key: amount().notNull(),
  line_no: integer().notNull(),
  format: text().notNull(),
  row_date: day().notNull(),
  direction: text().$type<"in" | "out">().notNull(),
  amount: amount().notNull(),
  payer_raw: text(),
  payer_kana: text(),
  payer_code: text(),
  edi: text(),
  summary: text(),
  tx_kind: text(),
  number: text(),
  balance: amount(),
  doubt: text().$type<"negative" | "cancelled" | "missing" | "correction" | "twin">(),
  sequence: integer().notNull(),
});

export const bank_link = pgTable("bank_link", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  company_id: text().notNull(),
  row_key: amount().notNull(),
  payment_key: amount().notNull(),
  person: text().notNull(),
  linked_time: instant().notNull(),
});

export const bank_mark = pgTable("bank_mark", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  company_id: text().notNull(),
  row_key: amount().notNull(),
  is_excluded: boolean().notNull(),
  reason: text(),
  person: text().notNull(),
  marked_time: instant().notNull(),
});

export const bank_payer = pgTable("bank_payer", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  company_id: text().notNull(),
  buyer_id: text().notNull(),
  name: text().notNull(),
  payer_code: text(),
  person: text().notNull(),
  learned_time: instant().notNull(),
});
