import {
  addDays,
  dateParts,
  daysBetween,
  type ISODate,
  isoDate,
  monthEnd,
  shiftMonth,
  weekday,
} from "~/lib/time/date";

export type DayRange = { from: ISODate; to: ISODate };
export const PERIODS = ["today", "week", "month", "last_month", "quarter", "year", "custom"] as const;
export type PeriodKind = (typeof PERIODS)[number];
export const STEPS = ["day", "week", "month"] as const;
type Step = (typeof STEPS)[number];
type Bucket = DayRange & { is_partial: boolean };

const ymOf = (day: ISODate) => dateParts(day).year * 100 + dateParts(day).month;
const dayIn = (ym: number, day: number): ISODate => {
  const [year, month] = [Math.floor(ym / 100), ym % 100];
  return isoDate(year, month, Math.min(day, monthEnd(year, month)));
};
const monday = (day: ISODate) => addDays(day, -((weekday(day) + 6) % 7));

/** Up to today, and no further. */
export function periodFrom(kind: Exclude<PeriodKind, "custom">, today: ISODate): DayRange {
  const { year, month } = dateParts(today);
  const ym = year * 100 + month;
  switch (kind) {
    case "today":
      return { from: today, to: today };
    case "week":
      return { from: monday(today), to: today };
    case "month":
      return { from: dayIn(ym, 1), to: today };
    case "last_month":
      return { from: dayIn(shiftMonth(ym, -1), 1), to: dayIn(shiftMonth(ym, -1), 31) };
    case "quarter":
      return { from: dayIn(shiftMonth(ym, -2), 1), to: today };
    case "year":
      return { from: dayIn(shiftMonth(ym, -11), 1), to: today };
  }
}

const MONTHS: Partial<Record<PeriodKind, number>> = { month: 1, last_month: 1, quarter: 3, year: 12 };

/**
 * The same number of days that have passed, of the period before: a month's end is met by a month's end, and
 * the 31st against February is all of it.
 */
export function previousPeriod({ from, to }: DayRange, kind: PeriodKind): DayRange {
  const back = MONTHS[kind];
  if (back === undefined) {
    const days = kind === "week" ? 7 : daysBetween(from, to) + 1;
    return { from: addDays(from, -days), to: addDays(to, -days) };
  }
  const { year, month, day } = dateParts(to);
  const last = day === monthEnd(year, month) ? 31 : day;
  return {
    from: dayIn(shiftMonth(ymOf(from), -back), dateParts(from).day),
    to: dayIn(shiftMonth(ymOf(to), -back), last),
  };
}

const startOf = (day: ISODate, step: Step, months: number): ISODate => {
  if (step === "day") return day;
  if (step === "week") return monday(day);
  const { year, month } = dateParts(day);
  return dayIn(shiftMonth(ymOf(day), -((year * 12 + month - 1) % months)), 1);
};

const nextOf = (start: ISODate, step: Step, months: number): ISODate =>
  step === "month" ? dayIn(shiftMonth(ymOf(start), months), 1) : addDays(start, step === "week" ? 7 : 1);

const numOf = ({ from, to }: DayRange, step: Step): number => {
  if (step === "month") {
    const [a, b] = [dateParts(from), dateParts(to)];
    return (b.year - a.year) * 12 + b.month - a.month + 1;
  }
  return Math.floor(daysBetween(startOf(from, step, 1), to) / (step === "week" ? 7 : 1)) + 1;
};

/**
 * Buckets of a day at least, and at most `most` of them: a finer `step` than fits gives way to the next, and
 * months join at last. One that the period cuts is partial, and one that `today` is in as well.
 */
export function bucketsOf(
  range: DayRange,
  asked: Step | "auto",
  today: ISODate,
  most = 31,
): { step: Step; buckets: Bucket[] } {
  const finest = asked === "auto" ? 0 : STEPS.indexOf(asked);
  const step = STEPS.slice(finest).find((one) => numOf(range, one) <= most) ?? "month";
  const months = Math.max(1, Math.ceil(numOf(range, "month") / Math.max(1, most - 1)));
  const joined = step === "month" && numOf(range, "month") > most ? months : 1;
  const buckets: Bucket[] = [];
  for (let start = startOf(range.from, step, joined); start <= range.to; ) {
    const next = nextOf(start, step, joined);
    const end = addDays(next, -1);
    const [from, to] = [start < range.from ? range.from : start, end > range.to ? range.to : end];
    buckets.push({ from, to, is_partial: from !== start || to !== end || end >= today });
    start = next;
  }
  return { step, buckets };
}

/** Such buckets can be read by months. */
export const startsMonths = (starts: ISODate[]): boolean =>
  starts.every((day, index) => index === 0 || day.endsWith("-01"));
