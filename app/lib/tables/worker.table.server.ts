import { boolean, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { amount } from "~/lib/db/column.server";
import type { Colour } from "~/lib/vocabulary/colour";
import type { ReasonKind, Treatment } from "~/lib/vocabulary/reason";

/** 作業者: not an account (D14). */
export const worker = pgTable("worker", {
  worker_id: amount().primaryKey().generatedAlwaysAsIdentity(),
  company_id: text().notNull(),
  name: text().notNull(),
  kana: text(),
  group_name: text(),
  colour: text().$type<Colour>(),
  sort: integer().notNull().default(0),
  pin_hash: text(),
  /** 担当工程. */
  group_ids: integer().array().notNull().default([]),
  /** The account by which they sign in, where they have one. */
  username: text(),
  is_active: boolean().notNull().default(true),
  version: integer().notNull().default(1),
});

export const reason = pgTable("reason", {
  reason_id: amount().primaryKey().generatedAlwaysAsIdentity(),
  company_id: text().notNull(),
  kind: text().$type<ReasonKind>().notNull(),
  label: text().notNull(),
  means: text().$type<Treatment>(),
  /** 間接作業 that is 休憩 (0152). */
  is_break: boolean().notNull().default(false),
  sort: integer().notNull().default(0),
  is_active: boolean().notNull().default(true),
  version: integer().notNull().default(1),
});

export const subgroup = pgTable(
  "subgroup",
  {
    company_id: text().notNull(),
    group_id: integer().notNull(),
    subgroup_id: integer().notNull(),
    label: text().notNull(),
    sort: integer().notNull().default(0),
    is_active: boolean().notNull().default(true),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.group_id, t.subgroup_id] })],
);
