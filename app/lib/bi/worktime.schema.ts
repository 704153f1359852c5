import { z } from "zod";
import { pageOf } from "~/lib/list/list.schema";
import { paging } from "~/lib/list/paging.schema";
import { optionalInteger } from "~/lib/money/number.schema";
import { checkbox, optionalChoice, optionalText } from "~/lib/text/text.schema";
import { isMeant, optionalDate } from "~/lib/time/date.schema";
import { unit } from "~/lib/vocabulary/card.schema";
import { keptRecord, reviewKind, timeKind } from "~/lib/vocabulary/worktime";
import { PERIODS } from "./period";

/** Of 日報 and 一覧; 集計 goes further. */
export const LIST_DAYS = 92;
const worktimeFilter = z.object({
  /** This month, unless it is said or days are. */
  period: optionalChoice("期間", PERIODS),
  from: optionalDate("期間（から）"),
  to: optionalDate("期間（まで）"),
  /** 0: nobody was named. */
  worker_id: optionalInteger("作業者", 0, Number.MAX_SAFE_INTEGER),
  group: optionalText("グループ", 40),
  group_id: optionalInteger("工程", 1, 98),
  unapproved: checkbox("未承認のみ"),
});
export type WorktimeFilter = z.output<typeof worktimeFilter>;

/** A month of one person: each row of a page is drawn in its chart too. */
const DAYS = 31;
export const daysAsked = worktimeFilter.extend({
  ...paging,
  size: paging.size.unwrap().default(DAYS),
  sort: z.enum(["day", "-day"]).default("-day"),
});
export const rowsAsked = worktimeFilter.extend({ ...paging, sort: z.enum(["at", "-at"]).default("-at") });

export const SUMS = ["worker", "process", "product", "indirect", "machine"] as const;
export type SumsBy = (typeof SUMS)[number];
export const SUM_LABEL: Record<SumsBy, string> = {
  worker: "作業者",
  process: "工程",
  product: "商品",
  indirect: "間接作業",
  machine: "機械時間",
};
export const sumsAsked = worktimeFilter.extend({ ...paging, by: optionalChoice("内訳", SUMS) });

export const sumRow = z.object({
  row_key: z.string(),
  worker_id: z.number(),
  worker: z.string(),
  label: z.string(),
  /** Minutes by "2026-11". */
  months: z.record(z.string(), z.number()),
  total: z.number(),
});
export type SumRow = z.infer<typeof sumRow>;
export const sumsPage = pageOf(sumRow);

const record = z.object({
  row_key: z.string(),
  kind: timeKind,
  /** 工程, or the 間接作業. */
  label: z.string(),
  card_key: z.number().nullable(),
  card_id: z.string().nullable(),
  name: z.string().nullable(),
  product_code: z.string().nullable(),
  buyer_name: z.string().nullable(),
  start: z.string().nullable(),
  end: z.string().nullable(),
  /** As far as it lies within this 勤務日. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  minutes: z.number().nullable(),
  /** Of 無人運転, whose 実働 is nobody's. */
  machine_minutes: z.number().nullable(),
  state: z.enum(["done", "paused", "going", "left"]),
  is_parallel: z.boolean(),
  /** Of 未終了: 終業, where it is later. */
  until: z.number().nullable(),
  /** In minutes of the day; the last of one that goes on ends where it is taken to. */
  spans: z.array(z.tuple([z.number(), z.number()])),
  num_good: z.string(),
  num_defective: z.string(),
  order_unit: unit.nullable(),
  per_hour: z.string().nullable(),
  standard_minutes: z.number().nullable(),
  note: z.string().nullable(),
  is_late: z.boolean(),
});
export type WorktimeRecord = z.infer<typeof record>;

const reviewed = z.object({
  kind: reviewKind,
  reason: z.string().nullable(),
  minutes: z.number(),
  indirect_minutes: z.number(),
  reviewed_by: z.string(),
  reviewed_time: z.string(),
  records: z.array(keptRecord),
});
export type Reviewed = z.infer<typeof reviewed>;

export const dayRow = z.object({
  /** "12:2026-11-20:1.5f…": whose day, and as what it was seen. */
  tick: z.string(),
  day: z.string(),
  worker_id: z.number(),
  worker: z.string(),
  group_name: z.string().nullable(),
  started: z.string().nullable(),
  ended: z.string().nullable(),
  minutes: z.number(),
  /** 機械時間 of the machines that they set going: none of their 実働. */
  machine_minutes: z.number(),
  indirect_minutes: z.number(),
  break_minutes: z.number(),
  over_breaks: z.number(),
  provisional: z.number(),
  small: z.number(),
  gap_minutes: z.number(),
  gaps: z.array(z.tuple([z.number(), z.number()])),
  num_left: z.number(),
  num_going: z.number(),
  num_parallel: z.number(),
  records: z.array(record),
  review: reviewed.nullable(),
  is_changed: z.boolean(),
});
export type DayRow = z.infer<typeof dayRow>;

export const worktimeRow = record.omit({ spans: true, until: true }).extend({
  day: z.string(),
  worker_id: z.number(),
  worker: z.string(),
  group_name: z.string().nullable(),
  review: reviewKind.nullable(),
  is_changed: z.boolean(),
});
export type WorktimeRow = z.infer<typeof worktimeRow>;

const period = z.object({ from: z.string(), to: z.string() });
export const dayPage = pageOf(dayRow).extend({ period });
export const worktimePage = pageOf(worktimeRow).extend({ period });

const option = z.array(z.object({ value: z.string(), label: z.string() }));
export const worktimeChoices = z.object({ worker_id: option, group: option, group_id: option });

/** "12:2026-11-20". */
export const dayKey = z.object({
  key: z
    .string()
    .transform((text) => {
      const [worker, day] = text.split(":");
      return { worker_id: Number(worker), day: day ?? "" };
    })
    .refine(({ worker_id, day }) => Number.isSafeInteger(worker_id) && worker_id > 0 && isMeant(day), {
      error: "作業日の指定が正しくありません",
    }),
});
export const dayHref = ({ worker_id, day }: { worker_id: number; day: string }) =>
  `/bi/worktime/${worker_id}:${day}`;
export const dayDetail = z.object({
  day: dayRow,
  history: z.array(reviewed.omit({ records: true })),
  /** What became of it since it was approved, and why. */
  changes: z.array(z.string()),
  reasons: z.array(z.object({ at: z.string(), by: z.string(), reason: z.string() })),
});
