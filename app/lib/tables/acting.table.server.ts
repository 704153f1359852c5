import { boolean, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { amount, instant } from "~/lib/db/column.server";

/** Staff of the provider acting for a company: the right to, and the company's record of it. */
export const acting = pgTable("acting", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  username: text().notNull(),
  actor_name: text().notNull(),
  company_id: text().notNull(),
  mode: text().$type<"read" | "write">().notNull(),
  reason: text().$type<"inquiry" | "setup" | "survey">().notNull(),
  note: text(),
  started_time: instant().notNull(),
  until_time: instant().notNull(),
  is_extended: boolean().notNull().default(false),
  ended_time: instant(),
});

/** Each change they made meanwhile. */
export const acting_write = pgTable("acting_write", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  acting_key: amount().notNull(),
  company_id: text().notNull(),
  at: instant().notNull(),
  summary: text().notNull(),
  method: text().notNull(),
  path: text().notNull(),
});

/** What one person of the staff keeps in mind of a company. */
export const company_note = pgTable(
  "company_note",
  {
    username: text().notNull(),
    company_id: text().notNull(),
    is_starred: boolean().notNull().default(false),
    note: text(),
  },
  (t) => [primaryKey({ columns: [t.username, t.company_id] })],
);
