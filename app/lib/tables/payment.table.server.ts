import { integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { amount, day, instant } from "~/lib/db/column.server";
import type { PaymentDirection, PaymentKind } from "~/lib/vocabulary/payment";

export const payment = pgTable("payment", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  seller_id: text().notNull(),
  buyer_id: text().notNull(),
  direction: text().$type<PaymentDirection>().notNull().default("in"),
  payment_date: day().notNull(),
  note: text(),
  recorded_time: instant().notNull(),
  cancelled_time: instant(),
  /** From which day on it counts for nothing: its own while that is open, else the day of the cancelling. */
  cancelled_date: day(),
  version: integer().notNull().default(1),
  /** From this day on nothing of it is free; infinity while something is (0089). */
  open_until: day().notNull().default("infinity"),
});

export const payment_line = pgTable(
  "payment_line",
  {
    payment_key: amount().notNull(),
    line_no: integer().notNull(),
    seller_id: text().notNull(),
    kind: text().$type<PaymentKind>().notNull(),
    amount: amount().notNull(),
    maturity_date: day(),
    tax_rate: integer(),
    /** What a refund gives back: the money of a receipt, or of a 請求書 below zero. */
    source_payment_key: amount(),
    source_credit_key: amount(),
  },
  (t) => [primaryKey({ columns: [t.payment_key, t.line_no] })],
);

/** How much of a receipt, or of a 請求書 below zero, pays which 請求書; rows are only added, to take back too. */
export const settlement = pgTable("settlement", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  seller_id: text().notNull(),
  buyer_id: text().notNull(),
  payment_key: amount(),
  credit_key: amount(),
  invoice_key: amount().notNull(),
  amount: amount().notNull(),
  settled_date: day().notNull(),
  recorded_time: instant().notNull(),
  reverses: amount(),
});
