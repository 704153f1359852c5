import { boolean, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { amount, day, instant } from "~/lib/db/column.server";
import type { Terms } from "~/lib/time/period";
import { issued, issuedLine } from "./document.table.server";

/** 請求書 as issued: frozen but for its state. */
export const invoice = pgTable("invoice", {
  ...issued(),
  ym: integer().notNull(),
  start_date: day().notNull(),
  end_date: day().notNull(),
  invoice_date: day().notNull(),
  due_date: day().notNull(),
  terms: jsonb().$type<Terms>().notNull(),
  show_carry_over: boolean().notNull(),
  prev_billed: amount().notNull(),
  received: amount().notNull(),
  adjustment: amount().notNull(),
  carried_over: amount().notNull(),
  billed_now: amount().notNull(),
});

export const invoice_line = pgTable(
  "invoice_line",
  {
    ...issuedLine(),
    invoice_key: amount().notNull(),
    delivery_key: amount(),
    delivery_line_no: integer(),
    delivery_number: text(),
  },
  (t) => [primaryKey({ columns: [t.invoice_key, t.line_no] })],
);

/** A closed month of one collaboration, with the terms it was closed by (R4-5). */
export const closed_period = pgTable(
  "closed_period",
  {
    seller_id: text().notNull(),
    buyer_id: text().notNull(),
    ym: integer().notNull(),
    start_date: day().notNull(),
    end_date: day().notNull(),
    terms: jsonb().$type<Terms>().notNull(),
    invoice_key: amount(),
    closed_time: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.seller_id, t.buyer_id, t.ym] })],
);
