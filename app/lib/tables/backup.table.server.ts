import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { amount, day, instant } from "~/lib/db/column.server";

/** Each backup that was tried; `day`: of the schedule, null for one made by hand. */
export const backup_run = pgTable("backup_run", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  day: day(),
  began_time: instant().notNull(),
  ended_time: instant(),
  name: text(),
  place: text().notNull(),
  num_bytes: amount(),
  num_rows: amount(),
  num_files: integer(),
  made_ms: integer(),
  checked_ms: integer(),
  problem: text(),
});
