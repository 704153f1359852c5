import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { amount, instant } from "~/lib/db/column.server";
import type { SecurityEvent } from "~/lib/vocabulary/security";

/** Written by note_security() alone. */
export const security_event = pgTable("security_event", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  at: instant().notNull(),
  event: text().$type<SecurityEvent>().notNull(),
  username: text(),
  name_hash: text(),
  company_id: text(),
  actor_name: text(),
  ip: text().notNull(),
  user_agent: text().notNull(),
  reason: text(),
  count: integer().notNull().default(1),
});
