import { jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { amount, instant } from "~/lib/db/column.server";
import type { PartnershipState } from "~/lib/vocabulary/partnership";
import type { collaboration } from "./factory.table.server";

type Agreed = Pick<
  typeof collaboration.$inferInsert,
  | "is_payment_last_date"
  | "payment_date"
  | "pay_month"
  | "pay_day"
  | "bank_shift"
  | "amount_rounding"
  | "tax_rounding"
  | "invoice_basis"
  | "show_carry_over"
  | "fee_bearer"
  | "payment_method"
  | "maturity"
  | "maturity_unit"
  | "over_pct"
  | "under_pct"
  | "over_bill"
  | "rest_base"
  | "toriteki"
  | "toriteki_judged_on"
  | "toriteki_judged_by"
>;

export const partnership = pgTable("partnership", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  from_company: text().notNull(),
  to_company: text(),
  relation: text().$type<"buyer" | "seller">().notNull(),
  typed_id: text().notNull(),
  from_name: text().notNull(),
  asker_name: text().notNull(),
  terms: jsonb().$type<Agreed>().notNull(),
  state: text().$type<PartnershipState>().notNull().default("waiting"),
  asked_time: instant().notNull(),
  answered_time: instant(),
  answered_by: text(),
});
