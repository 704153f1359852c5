import { boolean, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { amount, day, instant, quantity } from "~/lib/db/column.server";
import type { Terms } from "~/lib/time/period";
import type { Correction, DraftLine, NoteTax } from "~/lib/vocabulary/document";
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
  /** 都度請求: of chosen lines, closing no period. */
  is_single: boolean().notNull().default(false),
  /** 支払通知書 in its place: issued by the buyer (self_bill). */
  is_self_billed: boolean().notNull().default(false),
  /** The 請求書 that this takes back (red), words anew (black), or replaces under its number (訂正版). */
  corrects: amount(),
  correction: text().$type<Correction>(),
  revision: integer().notNull().default(1),
  /** Where each 納品書 is taxed by itself: how much of which, by rate (R1-7). */
  by_note: jsonb().$type<NoteTax[]>().notNull().default([]),
  /** From this day on nothing of it is open; infinity while something is (0089). */
  open_until: day().notNull().default("infinity"),
});

export const invoice_line = pgTable(
  "invoice_line",
  {
    ...issuedLine(),
    invoice_key: amount().notNull(),
    delivery_key: amount(),
    delivery_line_no: integer(),
    delivery_number: text(),
    /** Of the 納品書's line, in the unit it is counted in. */
    num_items: quantity(),
    /** The 特採 that it is billed by. */
    inspection_key: amount(),
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

/** What a closing will add to what was delivered. */
export const closing_draft = pgTable(
  "closing_draft",
  {
    seller_id: text().notNull(),
    buyer_id: text().notNull(),
    ym: integer().notNull(),
    note: text(),
    lines: jsonb().$type<DraftLine[]>().notNull().default([]),
    version: integer().notNull().default(1),
    updated_time: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.seller_id, t.buyer_id, t.ym] })],
);

/** 照合: a side's word on a line before it is billed. */
export const billing_check = pgTable("billing_check", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  seller_id: text().notNull(),
  buyer_id: text().notNull(),
  company_id: text().notNull(),
  delivery_key: amount().notNull(),
  delivery_line_no: integer().notNull(),
  agrees: boolean().notNull(),
  reason: text(),
  person: text(),
  checked_time: instant().notNull(),
});
