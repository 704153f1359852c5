import { integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { amount, instant } from "~/lib/db/column.server";
import type { Unit } from "~/lib/vocabulary/card.schema";
import type { Treatment } from "~/lib/vocabulary/reason";

/** As it was seen when it was sent; `row_key` as in 不良明細. */
export type ReportedDefect = {
  row_key: string;
  card_key: number;
  card_id: string;
  name: string;
  drawing_no: string | null;
  order_id: string | null;
  at: string;
  status: string;
  num: string;
  num_items: string;
  order_unit: Unit;
  reason: string;
};

export const defect_report = pgTable("defect_report", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  seller_id: text().notNull(),
  buyer_id: text().notNull(),
  first_key: amount(),
  version: integer().notNull(),
  corrects: amount(),
  rows: jsonb().$type<ReportedDefect[]>().notNull(),
  cause: text(),
  words: text(),
  person: text().notNull(),
  sent_time: instant().notNull(),
});

/** Without a 処置 the factory has withdrawn it. */
export const defect_report_answer = pgTable("defect_report_answer", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  report_key: amount().notNull(),
  seller_id: text().notNull(),
  buyer_id: text().notNull(),
  treatment: text().$type<Treatment>(),
  words: text(),
  person: text().notNull(),
  answered_time: instant().notNull(),
});
