import { addDays, weekday, type ISODate } from "./date";

/** Days on which a company is closed beside Saturday and Sunday. */
export type Holidays = ReadonlySet<ISODate>;

/** Whether a company works on this day. */
export const isBusinessDay = (d: ISODate, holidays?: Holidays): boolean => weekday(d) % 6 !== 0 && !holidays?.has(d);

/** Moves by n business days, Saturday and Sunday skipped (product §9), and the company's own holidays where they are given; n may be negative. */
export function addBusinessDays(d: ISODate, n: number, holidays?: Holidays): ISODate {
  const step = n < 0 ? -1 : 1;
  let left = Math.abs(n);
  let day = d;
  while (left > 0) {
    day = addDays(day, step);
    if (isBusinessDay(day, holidays)) left -= 1;
  }
  return day;
}
