import { sql } from "drizzle-orm";
import { integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { amount, instant } from "~/lib/db/column.server";
import type { Employees, Honorific, SendMethod } from "~/lib/vocabulary/contact";
import type { BankAccount } from "~/lib/vocabulary/factory.schema";

export const contact = pgTable("contact", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  company_id: text().notNull(),
  partner_id: text().notNull(),
  code: text(),
  kana: text(),
  person: text(),
  tel: text(),
  email: text(),
  payee_kana: text(),
  honorific: text().$type<Honorific>().notNull().default("onchu"),
  send_method: text().$type<SendMethod>(),
  bank_accounts: jsonb().$type<BankAccount[]>().notNull().default([]),
  capital: amount(),
  employees: text().$type<Employees>(),
  note: text(),
  update_time: instant().notNull().default(sql`now()`),
  version: integer().notNull().default(1),
});
