import { boolean, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { amount, instant } from "~/lib/db/column.server";
import type { Notice } from "~/lib/vocabulary/notice";

export const notices = pgTable("notice", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  company_id: text().notNull(),
  kind: text().$type<Notice>().notNull(),
  text: text().notNull(),
  path: text().notNull(),
  at: instant().notNull(),
  actor: text().notNull(),
  username: text(),
  title: text(),
});

export const notice_read = pgTable(
  "notice_read",
  {
    username: text().notNull(),
    company_id: text().notNull(),
    notice_key: amount().notNull(),
  },
  (t) => [primaryKey({ columns: [t.username, t.notice_key] })],
);

export const carriage = pgTable("carriage", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  company_id: text().notNull(),
  notice_key: amount(),
  room_id: text(),
  actor: text().notNull(),
  due_time: instant().notNull(),
  is_test: boolean().notNull().default(false),
});

export const digest = pgTable("digest", {
  username: text().primaryKey(),
  company_id: text().notNull(),
  last_key: amount().notNull(),
  last_time: instant().notNull(),
});

export const vapid = pgTable("vapid", {
  id: integer().primaryKey().default(1),
  public_key: text().notNull(),
  sealed: text().notNull(),
});
