import { boolean, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { amount, day, instant, quantity } from "~/lib/db/column.server";
import type { Terms } from "~/lib/time/period";
import type { ByRate, LineUnit, Rounding } from "./document.schema";
import type { Party } from "~/lib/setting/factory.schema";

/** 請求書 as issued: frozen but for its state. */
export const invoice = pgTable("invoice", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  seller_id: text().notNull(),
  buyer_id: text().notNull(),
  number: text().notNull(),
  ym: integer().notNull(),
  start_date: day().notNull(),
  end_date: day().notNull(),
  invoice_date: day().notNull(),
  due_date: day().notNull(),
  seller: jsonb().$type<Party>().notNull(),
  buyer: jsonb().$type<Party>().notNull(),
  terms: jsonb().$type<Terms>().notNull(),
  person: text(),
  note: text(),
  invoice_basis: text().$type<"monthly" | "delivery_note">().notNull(),
  tax_rounding: text().$type<Rounding>().notNull(),
  show_carry_over: boolean().notNull(),
  prev_billed: amount().notNull(),
  received: amount().notNull(),
  adjustment: amount().notNull(),
  carried_over: amount().notNull(),
  by_rate: jsonb().$type<ByRate[]>().notNull(),
  subtotal: amount().notNull(),
  tax: amount().notNull(),
  total: amount().notNull(),
  billed_now: amount().notNull(),
  layout: integer().notNull().default(1),
  issued_time: instant().notNull(),
  viewed_time: instant(),
  cancelled_time: instant(),
  cancel_reason: text(),
  version: integer().notNull().default(1),
});

export const invoice_line = pgTable("invoice_line", {
  invoice_key: amount().notNull(),
  line_no: integer().notNull(),
  seller_id: text().notNull(),
  buyer_id: text().notNull(),
  delivery_key: amount(),
  delivery_line_no: integer(),
  delivery_number: text(),
  sales_date: day().notNull(),
  order_id: text(),
  name: text().notNull(),
  drawing_no: text(),
  num_units: quantity().notNull(),
  unit: text().$type<LineUnit>().notNull(),
  unit_price: quantity().notNull(),
  price: amount().notNull(),
  tax_rate: integer().notNull(),
  note: text(),
}, (t) => [primaryKey({ columns: [t.invoice_key, t.line_no] })]);

/** A closed month of one collaboration, with the terms it was closed by (R4-5). */
export const closed_period = pgTable("closed_period", {
  seller_id: text().notNull(),
  buyer_id: text().notNull(),
  ym: integer().notNull(),
  start_date: day().notNull(),
  end_date: day().notNull(),
  terms: jsonb().$type<Terms>().notNull(),
  invoice_key: amount(),
  closed_time: instant().notNull(),
}, (t) => [primaryKey({ columns: [t.seller_id, t.buyer_id, t.ym] })]);
