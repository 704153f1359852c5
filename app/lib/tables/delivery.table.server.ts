import { boolean, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { amount, day, instant, quantity } from "~/lib/db/column.server";
import type { LineUnit } from "~/lib/vocabulary/document";
import type { Rounding } from "~/lib/vocabulary/rounding";
import { issued, issuedLine } from "./document.table.server";

/** 納品書 as issued: frozen but for its state. */
export const delivery = pgTable("delivery", {
  ...issued(),
  delivery_date: day().notNull(),
  destination: text(),
  show_amounts: boolean().notNull().default(true),
  with_receipt: boolean().notNull().default(false),
  amount_rounding: text().$type<Rounding>().notNull(),
});

/**
 * A line of a 納品書; `is_live` falls when its 納品書 is cancelled, `invoice_key` names the last live 請求書 that
 * has any of it.
 */
export const delivery_line = pgTable(
  "delivery_line",
  {
    ...issuedLine(),
    delivery_key: amount().notNull(),
    card_key: amount(),
    card_id: text(),
    num_items: quantity().notNull(),
    order_unit: text().$type<LineUnit>().notNull(),
    billing_ym: integer(),
    invoice_key: amount(),
    is_live: boolean().notNull().default(true),
    is_billing_target: boolean().notNull().default(true),
    close_reason: text(),
    /** 中止費用, or what is made anew: charged, and never received. */
    is_cost: boolean().notNull().default(false),
    /** 検収: sums over `inspection`; 特採 counts once it is agreed, and is among what was rejected. */
    num_accepted: quantity().notNull().default("0"),
    num_rejected: quantity().notNull().default("0"),
    num_concession: quantity().notNull().default("0"),
    /** Rejected, and not to be delivered again. */
    num_lost: quantity().notNull().default("0"),
    inspected_date: day(),
    /** On live 請求書, in the unit it is counted in. */
    num_billed: quantity().notNull().default("0"),
    /** 再納: the line whose rejected pieces these are for. */
    replaces_key: amount(),
    replaces_line: integer(),
  },
  (t) => [primaryKey({ columns: [t.delivery_key, t.line_no] })],
);

/** 下書き: the fields of the form as they were typed. */
export const delivery_draft = pgTable("delivery_draft", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  seller_id: text().notNull(),
  buyer_id: text().notNull(),
  step: text().$type<"lines" | "terms" | "check">().notNull(),
  fields: jsonb().$type<[name: string, value: string][]>().notNull(),
  num_cards: integer().notNull(),
  name: text().notNull(),
  updated_time: instant().notNull(),
  version: integer().notNull().default(1),
});
