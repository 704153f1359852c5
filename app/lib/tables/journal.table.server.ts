import { boolean, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { amount, day, instant } from "~/lib/db/column.server";

type Product = "yayoi" | "freee" | "moneyforward";

export const journal_rule = pgTable("journal_rule", {
  company_id: text().primaryKey(),
  product: text().$type<Product>().notNull(),
  bookkeeping: text().$type<"included" | "excluded">().notNull(),
  sub_rule: text().$type<"partner" | "sub" | "none">().notNull(),
  fee_rule: text().$type<"discount" | "return" | "purchase">().notNull(),
  bank: text().notNull(),
  accounts: jsonb().$type<Record<string, string>>().notNull(),
  tax_names: jsonb().$type<Partial<Record<Product, Record<string, string>>>>().notNull(),
  version: integer().notNull().default(1),
});

/** A file as it was given out. */
export const journal_export = pgTable("journal_export", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  company_id: text().notNull(),
  product: text().$type<Product>().notNull(),
  from_date: day().notNull(),
  to_date: day().notNull(),
  exported_time: instant().notNull(),
  exported_by: text().notNull(),
  num_entries: integer().notNull(),
  num_rows: integer().notNull(),
  num_late: integer().notNull(),
  total: amount().notNull(),
  first_no: amount().notNull(),
  last_no: amount().notNull(),
  content: text().notNull(),
  /** Since when 仕入 and 支払 are in it too. */
  has_purchases: boolean().notNull(),
});

export const journal_entry = pgTable(
  "journal_entry",
  {
    company_id: text().notNull(),
    product: text().$type<Product>().notNull(),
    source: text().notNull(),
    no: amount().notNull(),
    export_key: amount().notNull(),
    entry_date: day().notNull(),
    amount: amount().notNull(),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.product, t.source] })],
);
