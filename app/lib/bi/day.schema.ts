import { z } from "zod";
import {
  checkbox,
  choice,
  optionalCode,
  optionalKey,
  optionalLines,
  optionalText,
  rowKey,
  versionOrNone,
} from "~/lib/text/text.schema";
import { date, optionalDate, time } from "~/lib/time/date.schema";
import { optionalInstant } from "~/lib/time/instant.schema";

/** 日報 of one person's day. */
export const dayPath = (worker_id: number, day: string) => `/s/day?worker=${worker_id}&day=${day}`;

/** `before` and `after`: 前の作業を延ばす, 次の作業を早める. */
const GAP_ANSWERS = ["indirect", "card", "before", "after"] as const;
const pass = optionalCode("暗証番号の確認", 60);
/** Of a day that is approved. */
const reason = optionalLines("理由", 400);

export const ofWorker = z.object({ workerId: rowKey });
export const dayQuery = z.object({ day: optionalDate("日付") });
export const gapAnswer = z.object({
  day: date("日付"),
  from: optionalInstant("開始"),
  to: optionalInstant("終了"),
  answer: choice("回答", GAP_ANSWERS),
  reason_id: optionalKey("間接作業"),
  /** Its number, or its code. */
  card: optionalText("カード", 200),
  /** 待ち(理由). */
  why: optionalText("待ちの理由", 100),
  reason,
  pass,
});
export const openAnswer = z.object({
  day: date("日付"),
  kind: choice("種類", ["card", "indirect"]),
  key: rowKey,
  answer: choice("回答", ["end", "goes_on"]),
  /** On the day on which it began, or after midnight. */
  at: time("終わった時刻"),
  reason,
  pass,
});
export const dayTold = z.object({
  day: date("日付"),
  version: versionOrNone,
  is_absent: checkbox("休み"),
  shift_start: time("始業"),
  shift_end: time("終業"),
  is_without_breaks: checkbox("休憩なし"),
  reason,
  pass,
});

const span = z.object({ from: z.string(), to: z.string() });
const gap = span.extend({ before: z.string().nullable(), after: z.string().nullable() });
const left = z.object({
  kind: z.enum(["card", "indirect"]),
  key: z.number(),
  label: z.string(),
  from: z.string(),
  /** When the shift was over, where there is one. */
  offered: z.string().nullable(),
});
const clocked = z.object({ shift_start: z.number(), shift_end: z.number() });
export const workerDay = z.object({
  worker_id: z.number(),
  worker_name: z.string(),
  day: z.string(),
  is_approved: z.boolean(),
  /** 差戻し, until it is approved. */
  returned: z.object({ reason: z.string(), by: z.string() }).nullable(),
  span: span.nullable(),
  work_minutes: z.number(),
  indirect_minutes: z.number(),
  break_minutes: z.number(),
  /** Worked during the breaks of the 勤務時間: the minutes of work have lost it. */
  over_breaks: z.number(),
  asked_minutes: z.number(),
  small_minutes: z.number(),
  total_minutes: z.number(),
  gaps: z.array(gap),
  left: z.array(left),
  records: z.array(
    z.object({
      kind: z.enum(["card", "indirect", "rest"]),
      key: z.number(),
      label: z.string(),
      from: z.string(),
      to: z.string().nullable(),
      is_late: z.boolean(),
      version: z.number().nullable(),
    }),
  ),
  /** 休み and the like as they were said; version 0: nothing was. */
  told: clocked
    .extend({ shift_start: z.number().nullable(), shift_end: z.number().nullable() })
    .extend({ is_absent: z.boolean(), is_without_breaks: z.boolean(), version: z.number() }),
  shift: clocked.nullable(),
  halves: z.object({ morning_off: clocked, afternoon_off: clocked }).nullable(),
  kinds: z.array(z.object({ reason_id: z.number(), label: z.string(), is_break: z.boolean() })),
  /** What is waited for, of 中断理由. */
  whys: z.array(z.string()),
  cards: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Other days of the last week that ask something. */
  others: z.array(z.object({ day: z.string(), num: z.number() })),
});
export type WorkerDay = z.infer<typeof workerDay>;
