import { boolean, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { Who } from "~/lib/api/who";
import { amount, instant } from "~/lib/db/column.server";
import type { Encoding, FileColumn, ImportState, RowState } from "~/lib/vocabulary/import";

export const imports = pgTable("import", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  company_id: text().notNull(),
  username: text().notNull(),
  noun: text().notNull(),
  file_name: text().notNull(),
  file_hash: text().notNull(),
  encoding: text().$type<Encoding>().notNull(),
  /** What stands in each column of the file. */
  columns: jsonb().$type<FileColumn[]>().notNull(),
  state: text().$type<ImportState>().notNull().default("reading"),
  num_rows: integer().notNull().default(0),
  /** Rows done in the step that is going on. */
  num_done: integer().notNull().default(0),
  num_new: integer().notNull().default(0),
  num_changed: integer().notNull().default(0),
  num_same: integer().notNull().default(0),
  num_wrong: integer().notNull().default(0),
  only_good: boolean().notNull().default(false),
  problem: text(),
  /** In whose name it is checked and saved. */
  who: jsonb().$type<Who>().notNull(),
  created_time: instant().notNull(),
  update_time: instant().notNull(),
  expires_time: instant().notNull(),
});

export const import_row = pgTable(
  "import_row",
  {
    import_key: amount().notNull(),
    /** As a spreadsheet numbers it: the heading is mostly line 1. */
    line: integer().notNull(),
    company_id: text().notNull(),
    cells: jsonb().$type<string[]>().notNull(),
    state: text().$type<RowState>(),
    value: jsonb(),
    shown: jsonb().$type<Record<string, string>>(),
    before: jsonb().$type<Record<string, string>>(),
    errors: jsonb().$type<Record<string, string[]>>(),
    note: text(),
    mark: text(),
  },
  (t) => [primaryKey({ columns: [t.import_key, t.line] })],
);
export type ImportLine = typeof imports.$inferSelect;
