import { sql } from "drizzle-orm";
import { boolean, customType, integer, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import { amount, day, instant } from "~/lib/db/column.server";

const exact = customType<{ data: string; driverData: string }>({ dataType: () => "numeric" });
const measured = () => exact().notNull().default("0");
const counted = () => integer().notNull().default(0);
const summed = () => amount().notNull().default(0);

/** Written by the database alone (migration 0119), like the three after it. */
export const bi_tally = pgTable("bi_tally", {
  seller_id: text().notNull(),
  cube: smallint().notNull(),
  is_month: boolean().notNull(),
  day: day().notNull(),
  group_id: integer().notNull(),
  order_unit: text().notNull(),
  product_id: amount().notNull(),
  buyer_id: text().notNull(),
  worker_id: amount().notNull(),
  partner_id: text().notNull(),
  task_type: text().notNull(),
  lead_days: integer().notNull(),
  num_works: counted(),
  num_good: measured(),
  num_defective: measured(),
  num_partial: measured(),
  num_recounted: measured(),
  minutes: summed(),
  num_stays: counted(),
  wait_minutes: summed(),
  work_minutes: summed(),
  num_cards: counted(),
  num_shipped: measured(),
  price: summed(),
  num_due: counted(),
  num_kept: counted(),
  due_items: measured(),
  kept_items: measured(),
  original_due: counted(),
  original_kept: counted(),
  original_due_items: measured(),
  original_kept_items: measured(),
  again_good: measured(),
  again_partial: measured(),
  again_defective: measured(),
  num_shift_stays: counted(),
  shift_wait_minutes: summed(),
  machine_minutes: summed(),
  reader_id: text().generatedAlwaysAs(sql`case when group_id in (0, -1) and cube <= 0 then buyer_id end`),
});

export const card_stay = pgTable("card_stay", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  seller_id: text().notNull(),
  card_key: amount().notNull(),
  group_id: integer().notNull(),
  entered_time: instant().notNull(),
  left_time: instant(),
  is_counted: boolean().notNull().default(true),
  wait_minutes: counted(),
  work_minutes: counted(),
  shift_wait_minutes: integer(),
});

export const work_minute = pgTable(
  "work_minute",
  {
    work_key: amount().notNull(),
    day: day().notNull(),
    seller_id: text().notNull(),
    worker_id: amount().notNull(),
    minutes: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.work_key, t.day, t.worker_id] })],
);

/** 機械時間 of 無人運転 (0281). */
export const machine_minute = pgTable(
  "machine_minute",
  {
    work_key: amount().notNull(),
    day: day().notNull(),
    seller_id: text().notNull(),
    worker_id: amount().notNull(),
    minutes: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.work_key, t.day] })],
);

export const indirect_minute = pgTable(
  "indirect_minute",
  {
    indirect_key: amount().notNull(),
    day: day().notNull(),
    seller_id: text().notNull(),
    worker_id: amount().notNull(),
    label: text().notNull(),
    is_break: boolean().notNull(),
    minutes: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.indirect_key, t.day] })],
);

export const card_lead = pgTable("card_lead", {
  card_key: amount().primaryKey(),
  seller_id: text().notNull(),
  accepted_day: day(),
  started_day: day(),
});

export const agreed_due = pgTable("agreed_due", {
  card_key: amount().primaryKey(),
  seller_id: text().notNull(),
  original_date: day().notNull(),
});

export const record_tally = pgTable("record_tally", {
  seller_id: text().notNull(),
  buyer_id: text().notNull(),
  is_new: boolean().notNull(),
  is_month: boolean().notNull(),
  day: day().notNull(),
  item_id: amount().notNull(),
  kind: text().notNull(),
  label: text().notNull(),
  unit: text().notNull(),
  product_id: amount().notNull(),
  group_id: integer().notNull(),
  status: text().notNull(),
  revision: text().notNull(),
  judgement: text().notNull(),
  num: integer().notNull(),
  num_retested: integer().notNull(),
  last_key: amount().notNull(),
});

export const bad_row = pgTable(
  "bad_row",
  {
    row_key: text().notNull(),
    seller_id: text().notNull(),
    card_key: amount().notNull(),
    work_key: amount(),
    defect_key: amount(),
    at: instant().notNull(),
    group_id: integer().notNull(),
    status: text().notNull(),
    worker_id: amount(),
    partner_id: text(),
    num_total: exact().notNull(),
    num_defective: exact().notNull(),
    num: exact().notNull(),
    reason_id: amount(),
    reason: text(),
    treatment: text(),
    treatment_label: text(),
    child_key: amount(),
    note: text(),
    order_unit: text().notNull(),
    product_id: amount(),
    buyer_id: text().notNull(),
    task_type: text(),
    loss: amount(),
  },
  (t) => [primaryKey({ columns: [t.seller_id, t.row_key] })],
);

export const defect_tally = pgTable("defect_tally", {
  seller_id: text().notNull(),
  is_new: boolean().notNull(),
  is_month: boolean().notNull(),
  day: day().notNull(),
  group_id: integer().notNull(),
  order_unit: text().notNull(),
  product_id: amount().notNull(),
  buyer_id: text().notNull(),
  worker_id: amount().notNull(),
  partner_id: text().notNull(),
  task_type: text().notNull(),
  reason_id: amount().notNull(),
  treatment: text().notNull(),
  n: integer().notNull(),
  num_defective: exact().notNull(),
  num: exact().notNull(),
  loss: amount().notNull(),
  unpriced: integer().notNull(),
});
