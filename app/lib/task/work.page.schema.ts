import { z } from "zod";
import { cause, reasonRow } from "~/lib/shop/reason.schema";
import { workerRow } from "~/lib/shop/worker.schema";
import { taskType, unit } from "~/lib/vocabulary/card.schema";
import { treatment } from "~/lib/vocabulary/reason";

const pauseRow = z.object({
  pause_start: z.string(),
  pause_end: z.string().nullable(),
  reason: z.string().nullable(),
});

const workRow = z.object({
  key: z.number(),
  group_id: z.number(),
  status: z.string(),
  worker_id: z.number().nullable(),
  worker_name: z.string().nullable(),
  work_start: z.string().nullable(),
  work_end: z.string().nullable(),
  /** Whole minutes without pauses; null without timing. */
  minutes: z.number().nullable(),
  paused_minutes: z.number(),
  is_paused: z.boolean(),
  num_good: z.string(),
  num_defective: z.string(),
  num_partial: z.string(),
  note: z.string().nullable(),
  is_void: z.boolean(),
  is_unmanned: z.boolean(),
  pauses: z.array(pauseRow),
});

export type WorkRow = z.infer<typeof workRow>;
export const defectRow = z.object({
  key: z.number(),
  group_id: z.number(),
  status: z.string(),
  num: z.string(),
  reason: z.string(),
  treatment: treatment.nullable(),
  treatment_label: z.string().nullable(),
  cause: cause.nullable(),
  note: z.string().nullable(),
  worker_name: z.string().nullable(),
  child_key: z.number().nullable(),
  recorded_time: z.string(),
  is_void: z.boolean(),
});

export const linkRow = z.object({
  key: z.number(),
  group_id: z.number(),
  partner_id: z.string(),
  partner_name: z.string(),
  partner_key: z.number(),
  partner_card: z.string(),
  partner_status: z.string(),
  partner_answer: z.string().nullable(),
  order_key: z.number(),
  order_id: z.string(),
  num_items: z.string(),
  num_good: z.string().nullable(),
  num_defective: z.string().nullable(),
  partner_good: z.string(),
  sent_time: z.string(),
  received_time: z.string().nullable(),
  cancelled_time: z.string().nullable(),
  partner_shipped_time: z.string().nullable(),
});

export const childRow = z.object({
  key: z.number(),
  id: z.string(),
  name: z.string(),
  task_type: taskType.nullable(),
  num_items: z.string(),
  num_good: z.string(),
  order_unit: unit,
  group_id: z.number(),
  status: z.string(),
  is_done: z.boolean(),
  version: z.number(),
});

export const cardWork = z.object({
  state: z.enum(["none", "working", "paused", "done"]),
  num_left: z.string(),
  caution: z.string().nullable(),
  works: z.array(workRow),
  defects: z.array(defectRow),
  links: z.array(linkRow),
  parts: z.array(childRow),
  branches: z.array(childRow),
  mergeable: z.array(childRow),
  workers: z.array(workerRow),
  reasons: z.array(reasonRow),
  busy: z.array(z.object({ worker_id: z.number(), id: z.string(), status: z.string() })),
  undo: z.string().nullable(),
  holidays: z.array(z.string()),
});

export type CardWork = z.infer<typeof cardWork>;
