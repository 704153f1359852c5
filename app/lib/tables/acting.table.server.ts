import { boolean, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { amount, instant } from "~/lib/db/column.server";

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

export const acting_write = pgTable("acting_write", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  acting_key: amount().notNull(),
  company_id: text().notNull(),
  at: instant().notNull(),
  summary: text().notNull(),
  method: text().notNull(),
  path: text().notNull(),
});

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
