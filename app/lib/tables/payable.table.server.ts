import { sql } from "drizzle-orm";
import { integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { amount, day, instant } from "~/lib/db/column.server";
import type { ByRate } from "~/lib/vocabulary/document";
import type { BillKind, ExpenseAccount, PayoutKind } from "~/lib/vocabulary/payable";

const cancelling = () => ({
  cancelled_time: instant(),
  /** From which day on it counts for nothing. */
  cancelled_date: day(),
  cancelled_by: text(),
  cancel_reason: text(),
  version: integer().notNull().default(1),
});

/** A paper 請求書, or an expense, as it was entered; seen by its own company alone. */
export const payable_bill = pgTable("payable_bill", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  company_id: text().notNull(),
  partner_id: text().notNull(),
  kind: text().$type<BillKind>().notNull(),
  number: text(),
  bill_date: day().notNull(),
  received_date: day().notNull(),
  due_date: day().notNull(),
  account: text().$type<ExpenseAccount>().notNull(),
  registration_number: text(),
  deduction: integer(),
  by_rate: jsonb().$type<ByRate[]>().notNull(),
  subtotal: amount().notNull(),
  tax: amount().notNull(),
  total: amount().notNull(),
  note: text(),
  person: text().notNull(),
  recorded_time: instant().notNull(),
  /** Of 外注加工費: up to which day it bills what was received. */
  covers_until: day(),
  /** As 202611, by that day or its own: what 照合 of a month is looked up by. */
  month_billed: integer().generatedAlwaysAs(
    sql`(extract(year from coalesce(covers_until, bill_date)) * 100 + extract(month from coalesce(covers_until, bill_date)))::integer`,
  ),
  /** Of 遅延利息: of which 請求書, issued here or entered. */
  late_invoice: amount(),
  late_bill: amount(),
  ...cancelling(),
});

export const payout = pgTable("payout", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  company_id: text().notNull(),
  partner_id: text().notNull(),
  payment_date: day().notNull(),
  kind: text().$type<PayoutKind>().notNull(),
  amount: amount().notNull(),
  fee: amount().notNull().default(0),
  /** Taken by the bank from us. */
  own_fee: amount().notNull().default(0),
  /** R2-6, as it was reckoned then. */
  interest: amount().notNull().default(0),
  maturity_date: day(),
  note: text(),
  person: text().notNull(),
  recorded_time: instant().notNull(),
  ...cancelling(),
});

/** How much of a payment pays which 請求書 or paper; rows are only added, to take back too. */
export const payout_part = pgTable("payout_part", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  company_id: text().notNull(),
  partner_id: text().notNull(),
  payout_key: amount().notNull(),
  invoice_key: amount(),
  bill_key: amount(),
  amount: amount().notNull(),
  settled_date: day().notNull(),
  reverses: amount(),
});
