import { pgTable, text } from "drizzle-orm/pg-core";
import { amount, day, instant } from "~/lib/db/column.server";
import type { Channel } from "~/lib/vocabulary/sending";

export const document_sending = pgTable("document_sending", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  seller_id: text().notNull(),
  buyer_id: text().notNull(),
  subject: text().$type<"delivery" | "invoice">().notNull(),
  subject_key: amount().notNull(),
  channel: text().$type<Channel>().notNull(),
  sent_date: day().notNull(),
  sent_time: instant().notNull(),
  mail_keys: amount().array().notNull(),
  username: text().notNull(),
  name: text().notNull(),
});
