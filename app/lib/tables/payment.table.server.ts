import { integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { amount, day, instant } from "~/lib/db/column.server";
import type { PaymentKind } from "~/lib/vocabulary/payment";

export const payment = pgTable("payment", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  seller_id: text().notNull(),
  buyer_id: text().notNull(),
  payment_date: day().notNull(),
  note: text(),
  recorded_time: instant().notNull(),
  cancelled_time: instant(),
  version: integer().notNull().default(1),
});

export const payment_line = pgTable(
  "payment_line",
  {
    payment_key: amount().notNull(),
    line_no: integer().notNull(),
    seller_id: text().notNull(),
    kind: text().$type<PaymentKind>().notNull(),
    amount: amount().notNull(),
  },
  (t) => [primaryKey({ columns: [t.payment_key, t.line_no] })],
);

/** How much of a payment pays which invoice, in yen. */
export const settlement = pgTable(
  "settlement",
  {
    payment_key: amount().notNull(),
    invoice_key: amount().notNull(),
    seller_id: text().notNull(),
    amount: amount().notNull(),
  },
  (t) => [primaryKey({ columns: [t.payment_key, t.invoice_key] })],
);
