import { integer, pgTable, text } from "drizzle-orm/pg-core";

export const chat_phrases = pgTable("chat_phrases", {
  company_id: text().primaryKey(),
  phrases: text().array().notNull(),
  version: integer().notNull().default(1),
});
