import { sql } from "drizzle-orm";
import { bigint, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { amount, instant } from "~/lib/db/column.server";
import { pool } from "./user.table.server";

export const outbox = pool.table(
  "outbox",
  {
    key: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    recipient: text().notNull(),
    subject: text().notNull(),
    body: text().notNull(),
    created_time: instant().notNull().default(sql`now()`),
    tries: integer().notNull().default(0),
    next_time: instant().notNull().default(sql`now()`),
    problem: text(),
  },
  (table) => [index("outbox_next").on(table.next_time)],
);

export const mail_opening = pgTable("mail_opening", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  mail_key: amount().notNull(),
  recipient: text().notNull(),
  subject: text().notNull(),
  username: text().notNull(),
  actor_name: text().notNull(),
  at: instant().notNull(),
});
