import { sql } from "drizzle-orm";
import { boolean, integer, pgTable, text } from "drizzle-orm/pg-core";
import { amount, instant } from "~/lib/db/column.server";
import type { MailDigest } from "~/lib/vocabulary/notice";
import type { Permission } from "~/lib/vocabulary/permission";

export const member = pgTable("member", {
  username: text().primaryKey(),
  company_id: text(),
  email: text().notNull(),
  name: text().notNull(),
  is_admin: boolean().notNull().default(false),
  permissions: text().array().$type<Permission[]>().notNull().default(sql`'{}'`),
  is_active: boolean().notNull().default(true),
  created_time: instant().notNull().default(sql`now()`),
  update_time: instant().notNull().default(sql`now()`),
  version: integer().notNull().default(1),
  /** Stands in addresses, and as the subject of the log. */
  id: amount().notNull().generatedAlwaysAsIdentity(),
  mail_digest: text().$type<MailDigest>().notNull().default("hours"),
  /** "order.mail": the kinds and roads switched off. */
  notices_off: text().array().notNull().default(sql`'{}'`),
  /** Has a temporary password and was never signed in with it. */
  is_invited: boolean().notNull().default(false),
  last_login_time: instant(),
  /** Staff of a sample world, who sign in without a second factor; nothing else sets it. */
  factor_waived: boolean().notNull().default(false),
});
