import { integer, jsonb, pgTable } from "drizzle-orm/pg-core";
import { day, instant } from "~/lib/db/column.server";

/** The nightly look at what the data promise, by the Tokyo day on which it began. */
export const promise_check = pgTable("promise_check", {
  day: day().primaryKey(),
  began_time: instant().notNull(),
  ended_time: instant(),
  num_broken: integer().notNull().default(0),
  broken: jsonb().$type<{ rule: string; detail: string }[]>().notNull().default([]),
});
