import { bigint, boolean, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "~/lib/db/column.server";

/** A signed-in browser: keyed by the SHA-256 of the cookie's random id; the tokens are sealed. */
export const session = pgTable("session", {
  hash: text().primaryKey(),
  /** Stands in addresses. */
  key: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
  username: text().notNull(),
  sealed: text().notNull(),
  acting_id: text(),
  /** It shows the board on a wall, and is nobody anywhere else. */
  is_display: boolean().notNull().default(false),
  /** Signed in as far as the password, to set up a second factor and nothing else. */
  is_enrolling: boolean().notNull().default(false),
  created_time: instant().notNull(),
  seen_time: instant().notNull(),
  refresh_time: instant().notNull(),
  expires_time: instant().notNull(),
  ip: text().notNull().default(""),
  user_agent: text().notNull().default(""),
});
