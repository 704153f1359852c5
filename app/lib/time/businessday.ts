import { addDays, type ISODate, weekday } from "./date";

export type Holidays = ReadonlySet<ISODate>;

export function addBusinessDays(d: ISODate, n: number, holidays?: Holidays): ISODate {
  const step = n < 0 ? -1 : 1;
  let left = Math.abs(n);
  let days = 0;
  // The weekday is counted along: most of a board's dates are found here.
  for (let day = weekday(d); left > 0; ) {
    days += step;
    day = (day + step + 7) % 7;
    if (day % 6 !== 0 && !(holidays?.size && holidays.has(addDays(d, days)))) left -= 1;
  }
  return days === 0 ? d : addDays(d, days);
}
