import { sql } from "drizzle-orm";
import { jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { amount, instant } from "~/lib/db/column.server";

export const push_device = pgTable("push_device", {
  device_id: amount().primaryKey().generatedAlwaysAsIdentity(),
  username: text().notNull(),
  company_id: text(),
  endpoint: text().notNull(),
  auth_key: text().notNull(),
  info: jsonb().$type<{ endpoint: string; keys: { p256dh: string; auth: string } }>().notNull(),
  user_agent: text(),
  created_time: instant().notNull().default(sql`now()`),
  used_time: instant().notNull().default(sql`now()`),
});
