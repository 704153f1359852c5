import { boolean, integer, pgTable, text } from "drizzle-orm/pg-core";
import { amount, day, instant, quantity } from "~/lib/db/column.server";
import type {
  Basis,
  Difference,
  InspectionCause,
  InspectionKind,
  InspectionTreatment,
} from "~/lib/vocabulary/inspection";

/** 計上基準 and みなし検収 of a pair for what is delivered from a day on; the last row of a day counts. */
export const billing_basis = pgTable("billing_basis", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  seller_id: text().notNull(),
  buyer_id: text().notNull(),
  from_date: day().notNull(),
  basis: text().$type<Basis>().notNull(),
  /** Business days after 納品; without them nothing counts as accepted by itself. */
  inspection_days: integer(),
  set_by: text().notNull(),
  set_time: instant().notNull(),
});

/** 検収 of a delivered line, only ever added to: a mistake is taken back by a row that names it. */
export const inspection = pgTable("inspection", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  seller_id: text().notNull(),
  buyer_id: text().notNull(),
  delivery_key: amount().notNull(),
  line_no: integer().notNull(),
  kind: text().$type<InspectionKind>().notNull(),
  received_date: day().notNull(),
  inspected_date: day().notNull(),
  num_accepted: quantity().notNull().default("0"),
  num_rejected: quantity().notNull().default("0"),
  difference: text().$type<Difference>(),
  treatment: text().$type<InspectionTreatment>(),
  cause: text().$type<InspectionCause>(),
  /** Of 特採, or what the buyer takes for the agreed price. */
  unit_price: quantity(),
  words: text(),
  actor_name: text().notNull(),
  /** Null: みなし検収. */
  actor_company: text(),
  recorded_time: instant().notNull(),
  reverses: amount(),
  /** The row that is asked about, or whose rejected pieces were made good. */
  about: amount(),
});

/** What the other side says to a difference, or to a wish to take みなし検収 back. */
export const inspection_answer = pgTable("inspection_answer", {
  inspection_key: amount().primaryKey(),
  seller_id: text().notNull(),
  buyer_id: text().notNull(),
  agreed: boolean().notNull(),
  words: text(),
  actor_name: text().notNull(),
  actor_company: text().notNull(),
  answered_time: instant().notNull(),
});

/** The buyer's word on a 請求書: only its issuer may change it (R1-10). */
export const invoice_answer = pgTable("invoice_answer", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  seller_id: text().notNull(),
  buyer_id: text().notNull(),
  invoice_key: amount().notNull(),
  agreed: boolean().notNull(),
  words: text(),
  actor_name: text().notNull(),
  actor_company: text().notNull(),
  answered_time: instant().notNull(),
});
