import type { Holidays } from "~/lib/time/businessday";
import { addDays, daysBetween, tokyoDate, weekday } from "~/lib/time/date";
import { ratio } from "./share";

/** Days in (start, end]: the same day is 0. */
export function leadTime(start: string, end: string, holidays: Holidays) {
  const [from, to] = [tokyoDate(start), tokyoDate(end)];
  const calendar = daysBetween(from, to);
  let business = 0;
  for (let n = 1; n <= calendar; n++) {
    const day = addDays(from, n);
    if (weekday(day) % 6 !== 0 && !holidays.has(day)) business += 1;
  }
  return { calendar, business };
}

/** Bars of whole days, at most `most` of them, all of one width. */
export function leadBins(counted: { days: number; n: number }[], most = 15) {
  if (counted.length === 0) return [];
  const longest = Math.max(...counted.map(({ days }) => days));
  const width = Math.ceil((longest + 1) / most);
  return Array.from({ length: Math.ceil((longest + 1) / width) }, (_, at) => {
    const [from, to] = [at * width, (at + 1) * width];
    const within = counted.filter(({ days }) => days >= from && days < to);
    return { from, to, n: within.reduce((all, { n }) => all + n, 0) };
  });
}

type Counted = readonly [value: number, times: number];

/** Nearest rank; the median of an even number is between its two middle ones. */
export function distribution(counted: Counted[]) {
  const sorted = counted.filter(([, times]) => times > 0).sort((a, b) => a[0] - b[0]);
  const n = sorted.reduce((all, [, times]) => all + times, 0);
  const sum = sorted.reduce((all, [value, times]) => all + value * times, 0);
  if (n === 0) return { n, mean: null, median: null, p85: null, longest: null };
  const ranked = (rank: number) => {
    let passed = 0;
    return sorted.find(([, times]) => (passed += times) >= rank)![0];
  };
  const middle = ranked(Math.floor((n + 1) / 2)) + ranked(Math.floor(n / 2) + 1);
  return {
    n,
    mean: ratio(BigInt(sum), BigInt(n), 1, 1n),
    median: ratio(BigInt(middle), 2n, 1, 1n),
    p85: ranked(Math.ceil((n * 85) / 100)),
    longest: sorted.at(-1)![0],
  };
}
