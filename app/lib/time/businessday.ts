import { addDays, weekday, type ISODate } from "./date";

/** Moves by n business days, Saturday and Sunday skipped and nothing else (product §9); n may be negative. */
export function addBusinessDays(d: ISODate, n: number): ISODate {
  const step = n < 0 ? -1 : 1;
  let left = Math.abs(n);
  let day = d;
  while (left > 0) {
    day = addDays(day, step);
    if (weekday(day) % 6 !== 0) left -= 1;
  }
  return day;
}
