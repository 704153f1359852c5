import { addDays, dateParts, type ISODate, isoDate, monthEnd, shiftMonth } from "~/lib/time/date";
import { type DayRange, periodFrom } from "./period";
import type { StatFilter } from "./stat.schema";

/** Of `custom`, what is left out: up to today, from the first of the month. */
export function rangeOf(
  { period, from, to }: Pick<StatFilter, "period" | "from" | "to">,
  today: ISODate,
): DayRange {
  if (period !== "custom") return periodFrom(period, today);
  const end = to ?? (from !== undefined && from > today ? from : today);
  const start = from ?? `${end.slice(0, 8)}01`;
  return start <= end ? { from: start, to: end } : { from: end, to: start };
}

type Reach = {
  /** First and last whole month, by their first days; what is not over yet is read by days. */
  months: DayRange | null;
  days: DayRange[];
};

const monthOf = (day: ISODate) => dateParts(day).year * 100 + dateParts(day).month;
const firstOf = (ym: number) => isoDate(Math.floor(ym / 100), ym % 100, 1);
const lastOf = (ym: number) =>
  isoDate(Math.floor(ym / 100), ym % 100, monthEnd(Math.floor(ym / 100), ym % 100));

/**
 * Whole months that are over are read as such, the rest by its days. `isPast`: of what only ever lies in
 * the past, so that the month that is going on is whole up to today.
 */
export function reachOf({ from, to }: DayRange, today: ISODate, isPast = false): Reach {
  const start = from.endsWith("-01") ? monthOf(from) : shiftMonth(monthOf(from), 1);
  const over = to < today ? to : isPast ? lastOf(monthOf(to)) : addDays(today, -1);
  const end = lastOf(monthOf(over)) === over ? monthOf(over) : shiftMonth(monthOf(over), -1);
  if (start > end) return { months: null, days: [{ from, to }] };
  const around = [
    { from, to: addDays(firstOf(start), -1) },
    { from: addDays(lastOf(end), 1), to },
  ];
  return {
    months: { from: firstOf(start), to: firstOf(end) },
    days: around.filter((part) => part.from <= part.to),
  };
}
