import { integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { amount, instant } from "~/lib/db/column.server";

/** 下書き, or with a `template_name` a ひな形: the fields of the form as they were typed. */
export const order_draft = pgTable("order_draft", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  buyer_id: text().notNull(),
  seller_id: text().notNull(),
  template_name: text(),
  fields: jsonb().$type<[name: string, value: string][]>().notNull(),
  label: text(),
  num_lines: integer().notNull(),
  username: text().notNull(),
  name: text().notNull(),
  updated_time: instant().notNull(),
  deleted_time: instant(),
  version: integer().notNull().default(1),
});
