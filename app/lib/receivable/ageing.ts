import { aging } from "~/lib/money/balance";
import type { ISODate } from "~/lib/time/date";

export const AGES = ["not_due", "days_30", "days_60", "days_90", "days_over"] as const;
export const AGE_LABEL: Record<(typeof AGES)[number] | "advance", string> = {
  not_due: "期日前",
  days_30: "1–30日",
  days_60: "31–60日",
  days_90: "61–90日",
  days_over: "91日–",
  advance: "前受",
};

/** Yen; `advance` is zero or less, so that all of them add up to `billed`. */
type Ages = Record<(typeof AGES)[number] | "advance" | "billed", number>;
type OpenItem = { due_date: ISODate; open: number };

const AGE_OF = {
  期日前: "not_due",
  "1-30": "days_30",
  "31-60": "days_60",
  "61-90": "days_90",
  "91-": "days_over",
} as const;

/** What is left of a 請求書 below zero has no due date: it waits as 前受 does. */
export function agesOf(items: OpenItem[], free: number, on: ISODate): Ages {
  const ages: Ages = {
    not_due: 0,
    days_30: 0,
    days_60: 0,
    days_90: 0,
    days_over: 0,
    advance: 0 - free,
    billed: 0 - free,
  };
  for (const { due_date, open } of items) {
    ages[open < 0 ? "advance" : AGE_OF[aging(due_date, on).bucket]] += open;
    ages.billed += open;
  }
  return ages;
}

/** 経過日; null while it is not overdue. */
export function daysOverdue(due_date: ISODate, on: ISODate): number | null {
  return aging(due_date, on).days_overdue || null;
}
