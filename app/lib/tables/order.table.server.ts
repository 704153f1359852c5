import { boolean, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { amount, day, instant, quantity } from "~/lib/db/column.server";
import type { Unit } from "~/lib/vocabulary/card.schema";
import type { Party } from "~/lib/vocabulary/factory.schema";
import type { MaturityUnit, PaymentMethod } from "~/lib/vocabulary/maturity";
import type { PartDelivery } from "~/lib/vocabulary/part.delivery";
import type { Supply } from "~/lib/vocabulary/supply";

/** 外注依頼書 as sent: frozen but for who has seen it and its cancellation. */
export const orders = pgTable("orders", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  seller_id: text().notNull(),
  buyer_id: text().notNull(),
  order_id: text().notNull(),
  order_date: day().notNull(),
  seller: jsonb().$type<Party>().notNull(),
  buyer: jsonb().$type<Party>().notNull(),
  inspection_days: integer().notNull(),
  payment_terms: text().notNull(),
  payment_method: text().$type<PaymentMethod>().notNull().default("transfer"),
  payment_detail: text(),
  supply_terms: text(),
  note: text(),
  person: text(),
  sent_time: instant().notNull(),
  viewed_time: instant(),
  cancelled_time: instant(),
  cancel_reason: text(),
  version: integer().notNull().default(1),
  maturity: integer(),
  maturity_unit: text().$type<MaturityUnit>(),
  /** Up to when the buyer has read the seller's answers. */
  answer_seen_time: instant(),
  /** 許容差 of the two companies when it was sent, for lines that have none of their own. */
  over_pct: quantity(),
  under_pct: quantity(),
});

const line_columns = () => ({
  order_key: amount().notNull(),
  line_no: integer().notNull(),
  seller_id: text().notNull(),
  buyer_id: text().notNull(),
  card_key: amount().notNull(),
  product_id: amount(),
  name: text().notNull(),
  drawing_no: text(),
  drawing_revision: text(),
  num_items: quantity().notNull(),
  order_unit: text().$type<Unit>().notNull(),
  unit: text().$type<Unit>().notNull(),
  num_units: quantity().notNull(),
  unit_price: quantity(),
  price: amount(),
  delivery_date: day().notNull(),
  delivery_time: text(),
  destination: text(),
  inspection_due: day(),
  payment_due: day(),
  supply: text().$type<Supply>(),
  supplied_material: text(),
  undetermined_reason: text(),
  planned_fix_date: day(),
  note: text(),
  /** In `order_line` the version that it came with. */
  revision: integer().notNull().default(1),
  /** Null: as the companies have agreed for all lines. */
  over_pct: quantity(),
  under_pct: quantity(),
  supply_quantity: quantity(),
  supply_unit: text(),
  supply_price: quantity(),
  supply_date: day(),
  process_name: text(),
  /** Null: sent before it was asked. */
  part_delivery: text().$type<PartDelivery>(),
});
export const order_line = pgTable(
  "order_line",
  {
    ...line_columns(),
    /** The 採用 whose 型・治具代 it is. */
    tooling_award: amount(),
  },
  (t) => [primaryKey({ columns: [t.order_key, t.line_no] })],
);

export const order_revision = pgTable(
  "order_revision",
  {
    order_key: amount().notNull(),
    revision: integer().notNull(),
    seller_id: text().notNull(),
    buyer_id: text().notNull(),
    amendment_key: amount().notNull(),
    agreed_by: text().notNull(),
    agreer_name: text().notNull(),
    agreed_time: instant().notNull(),
    words: text(),
  },
  (t) => [primaryKey({ columns: [t.order_key, t.revision] })],
);

/** A line as a version has it; one that is not here is as the version before has it. */
export const order_revision_line = pgTable(
  "order_revision_line",
  { ...line_columns(), is_off: boolean().notNull().default(false) },
  (t) => [primaryKey({ columns: [t.order_key, t.revision, t.line_no] })],
);

/** What orders are searched by; written by the database alone (migration 0146). */
export const order_text = pgTable("order_text", {
  order_key: amount().primaryKey(),
  seller_id: text().notNull(),
  buyer_id: text().notNull(),
  search_key: text().notNull(),
});
