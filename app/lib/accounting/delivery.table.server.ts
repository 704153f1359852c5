import { boolean, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { amount, day, instant, quantity } from "~/lib/db/column.server";
import type { ByRate, LineUnit, Rounding } from "./document.schema";
import type { Party } from "~/lib/setting/factory.schema";

/** 納品書 as issued: frozen but for its state. */
export const delivery = pgTable("delivery", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  seller_id: text().notNull(),
  buyer_id: text().notNull(),
  number: text().notNull(),
  delivery_date: day().notNull(),
  seller: jsonb().$type<Party>().notNull(),
  buyer: jsonb().$type<Party>().notNull(),
  destination: text(),
  person: text(),
  note: text(),
  show_amounts: boolean().notNull().default(true),
  with_receipt: boolean().notNull().default(false),
  invoice_basis: text().$type<"monthly" | "delivery_note">().notNull(),
  amount_rounding: text().$type<Rounding>().notNull(),
  tax_rounding: text().$type<Rounding>().notNull(),
  by_rate: jsonb().$type<ByRate[]>().notNull(),
  subtotal: amount().notNull(),
  tax: amount().notNull(),
  total: amount().notNull(),
  layout: integer().notNull().default(1),
  issued_time: instant().notNull(),
  viewed_time: instant(),
  cancelled_time: instant(),
  cancel_reason: text(),
  version: integer().notNull().default(1),
});

/** A line of a 納品書; `is_live` falls when its 納品書 is cancelled, `invoice_key` names the live 請求書 it stands on. */
export const delivery_line = pgTable("delivery_line", {
  delivery_key: amount().notNull(),
  line_no: integer().notNull(),
  seller_id: text().notNull(),
  buyer_id: text().notNull(),
  card_key: amount(),
  card_id: text(),
  order_id: text(),
  sales_date: day().notNull(),
  name: text().notNull(),
  drawing_no: text(),
  num_items: quantity().notNull(),
  order_unit: text().$type<LineUnit>().notNull(),
  num_units: quantity().notNull(),
  unit: text().$type<LineUnit>().notNull(),
  unit_price: quantity().notNull(),
  price: amount().notNull(),
  tax_rate: integer().notNull(),
  note: text(),
  billing_ym: integer(),
  invoice_key: amount(),
  is_live: boolean().notNull().default(true),
}, (t) => [primaryKey({ columns: [t.delivery_key, t.line_no] })]);
