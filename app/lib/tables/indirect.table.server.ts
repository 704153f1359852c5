import { boolean, integer, jsonb, pgTable, smallint, text } from "drizzle-orm/pg-core";
import { amount, day, instant } from "~/lib/db/column.server";

/** What somebody does at no card: 清掃, 会議, 休憩 (0152). Nobody does two at once. */
export const indirect_work = pgTable("indirect_work", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  seller_id: text().notNull(),
  worker_id: amount().notNull(),
  /** Of kind indirect; the words and whether it is 休憩 as they were. */
  reason_id: amount().notNull(),
  label: text().notNull(),
  is_break: boolean().notNull(),
  work_start: instant().notNull(),
  work_end: instant(),
  note: text(),
  origin: text().notNull(),
  /** 後から記入. */
  is_late: boolean().notNull().default(false),
  /** まだ続き: nobody is asked before. */
  goes_on_until: instant(),
  voided_time: instant(),
  void_reason: text(),
  version: integer().notNull().default(1),
});

/** 勤務時間, in minutes of the day of 東京 on which it begins; without group and worker, everybody's. */
export const shift = pgTable("shift", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  company_id: text().notNull(),
  group_name: text(),
  worker_id: amount(),
  shift_start: smallint().notNull(),
  /** Beyond 1440 in the night. */
  shift_end: smallint().notNull(),
  breaks: jsonb().$type<[from: number, to: number][]>().notNull().default([]),
  /** The days on which it held; `until` is the first on which it didn't. */
  since: day().notNull().default("1900-01-01"),
  until: day(),
});

/** What was said of one person's 勤務日. */
export const worker_day = pgTable("worker_day", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  seller_id: text().notNull(),
  worker_id: amount().notNull(),
  day: day().notNull(),
  is_absent: boolean().notNull().default(false),
  /** Instead of the 勤務時間's. */
  shift_start: smallint(),
  shift_end: smallint(),
  is_without_breaks: boolean().notNull().default(false),
  version: integer().notNull().default(1),
});
