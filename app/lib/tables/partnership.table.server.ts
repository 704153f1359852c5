import { jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { amount, instant } from "~/lib/db/column.server";
import type { agreedColumns } from "~/lib/partner/collaboration.enter.server";
import type { PartnershipState } from "~/lib/vocabulary/partnership";

/** What one company asked of another; nothing opens between them before a yes. */
export const partnership = pgTable("partnership", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  from_company: text().notNull(),
  to_company: text(),
  relation: text().$type<"buyer" | "seller">().notNull(),
  typed_id: text().notNull(),
  from_name: text().notNull(),
  asker_name: text().notNull(),
  terms: jsonb().$type<ReturnType<typeof agreedColumns>>().notNull(),
  state: text().$type<PartnershipState>().notNull().default("waiting"),
  asked_time: instant().notNull(),
  answered_time: instant(),
  answered_by: text(),
});
