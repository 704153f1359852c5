import { z } from "zod";
import {
  checkbox,
  key,
  lines,
  optionalChoice,
  optionalCode,
  optionalKey,
  optionalLines,
  rowKey,
  version,
} from "~/lib/text/text.schema";
import { optionalInstant } from "~/lib/time/instant.schema";

/** What happens to the cards at which they work: they wait, or go on beside it (並行). */
export const CARDS = ["pause", "go_on"] as const;

const pass = optionalCode("暗証番号の確認", 60);
const note = optionalLines("メモ", 400);
const reason = lines("理由", 400);
/** Only of a day that is approved. */
const late_reason = optionalLines("理由", 400);
const kind = key("間接作業");

export const indirectKey = z.object({ key: rowKey });
export const starting = z.object({
  worker_id: key("作業者"),
  reason_id: kind,
  cards: optionalChoice("作業中のカード", CARDS),
  note,
  pass,
});
export const stopping = z.object({ version, resume: checkbox(), pass });
export const adding = z.object({
  worker_id: key("作業者"),
  reason_id: kind,
  work_start: optionalInstant("開始"),
  work_end: optionalInstant("終了"),
  note,
  reason: late_reason,
  pass,
});
export const correcting = z.object({
  version,
  reason_id: optionalKey("間接作業"),
  work_start: optionalInstant("開始"),
  work_end: optionalInstant("終了"),
  note,
  reason,
  pass,
});
export const correctingForm = correcting.omit({ pass: true }).extend({ is_void: checkbox() });
export const voiding = z.object({ version, reason, pass });

export const indirectRow = z.object({
  key: z.number(),
  worker_id: z.number(),
  worker_name: z.string(),
  reason_id: z.number(),
  label: z.string(),
  is_break: z.boolean(),
  work_start: z.string(),
  work_end: z.string().nullable(),
  note: z.string().nullable(),
  origin: z.string(),
  is_late: z.boolean(),
  voided_time: z.string().nullable(),
  void_reason: z.string().nullable(),
  version: z.number(),
});
export type IndirectRow = z.infer<typeof indirectRow>;
