import { integer, jsonb, text } from "drizzle-orm/pg-core";
import { amount, day, instant, quantity } from "~/lib/db/column.server";
import type { ByRate, LineUnit } from "~/lib/vocabulary/document";
import type { Party } from "~/lib/vocabulary/factory.schema";
import type { Rounding } from "~/lib/vocabulary/rounding";

export const issued = () => ({
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  seller_id: text().notNull(),
  buyer_id: text().notNull(),
  number: text().notNull(),
  seller: jsonb().$type<Party>().notNull(),
  buyer: jsonb().$type<Party>().notNull(),
  person: text(),
  note: text(),
  invoice_basis: text().$type<"monthly" | "delivery_note">().notNull(),
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

export const issuedLine = () => ({
  line_no: integer().notNull(),
  seller_id: text().notNull(),
  buyer_id: text().notNull(),
  order_id: text(),
  sales_date: day().notNull(),
  name: text().notNull(),
  drawing_no: text(),
  num_units: quantity().notNull(),
  unit: text().$type<LineUnit>().notNull(),
  unit_price: quantity().notNull(),
  price: amount().notNull(),
  tax_rate: integer().notNull(),
  note: text(),
  original_date: day(),
  original_number: text(),
});
