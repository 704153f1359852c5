import { readInstant } from "./instant";

export { formatDateTime } from "./datetime";

/** A Tokyo business date 'YYYY-MM-DD'. */
export type ISODate = string;

const DAY = 86_400_000;
const TOKYO = 9 * 3_600_000;
const WEEKDAYS = "日月火水木金土";

/** First day of each era, newest first; years before 1912 are written in the western calendar. */
export const ERAS = [
  { name: "令和", letter: "R", start: "2019-05-01" },
  { name: "平成", letter: "H", start: "1989-01-08" },
  { name: "昭和", letter: "S", start: "1926-12-25" },
  { name: "大正", letter: "T", start: "1912-07-30" },
] as const;

const two = (n: number) => String(n).padStart(2, "0");
/**
 * The day's midnight in UTC. By numbers: writing out a date for the clock to read it, and back, costs six
 * times as much.
 */
function epochDay(d: ISODate): number {
  const { year, month, day } = dateParts(d);
  return new Date(0).setUTCFullYear(year, month - 1, day);
}

function dayOf(midnight: number): ISODate {
  if (Number.isNaN(midnight)) throw new RangeError("not a day");
  const day = new Date(midnight);
  return isoDate(day.getUTCFullYear(), day.getUTCMonth() + 1, day.getUTCDate());
}

/** Parts to text; the caller knows that the day exists. */
export function isoDate(year: number, month: number, day: number): ISODate {
  return `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`;
}

export function dateParts(d: ISODate): { year: number; month: number; day: number } {
  return { year: Number(d.slice(0, 4)), month: Number(d.slice(5, 7)), day: Number(d.slice(8, 10)) };
}

/** The Tokyo date of a UTC instant (R4-3); text without a zone is UTC. */
export function tokyoDate(instant: Date | string): ISODate {
  return dayOf(readInstant(instant).getTime() + TOKYO);
}

/** Today in Tokyo. */
export function today(now: Date = new Date()): ISODate {
  return tokyoDate(now);
}

/** The instant at which a day begins in Tokyo. */
export const startOfDay = (d: ISODate): string => new Date(`${d}T00:00:00+09:00`).toISOString();

/** True for a day that exists, written 'YYYY-MM-DD'. */
export function isDate(s: unknown): s is ISODate {
  if (typeof s !== "string" || !/^\d{4}-\d\d-\d\d$/.test(s)) return false;
  const { year, month, day } = dateParts(s);
  return year > 0 && month >= 1 && month <= 12 && day >= 1 && day <= monthEnd(year, month);
}

export function addDays(d: ISODate, n: number): ISODate {
  return dayOf(epochDay(d) + n * DAY);
}

/** Days from a to b (b - a). */
export function daysBetween(a: ISODate, b: ISODate): number {
  return Math.round((epochDay(b) - epochDay(a)) / DAY);
}

/** 0 Sunday .. 6 Saturday. */
export function weekday(d: ISODate): number {
  return new Date(epochDay(d)).getUTCDay();
}

/** The last day's number of a month (month 1..12). */
export function monthEnd(year: number, month: number): number {
  if (month !== 2) return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
}

/** Month arithmetic on YYYYMM numbers: 202612 + 1 = 202701. */
export function shiftMonth(ym: number, n: number): number {
  const months = Math.floor(ym / 100) * 12 + (ym % 100) - 1 + n;
  return Math.floor(months / 12) * 100 + (months % 12) + 1;
}

/** '2026/11/21(土)' (R5-7). */
export function formatDate(d: ISODate): string {
  const { year, month, day } = dateParts(d);
  return `${year}/${month}/${day}(${WEEKDAYS[weekday(d)]})`;
}

/** '令和8年11月21日'; the first year of an era prints 元年 (R5-7). */
export function formatEra(d: ISODate): string {
  const { year, month, day } = dateParts(d);
  const era = ERAS.find((e) => e.start <= d);
  if (!era) return `${year}年${month}月${day}日`;
  const n = year - Number(era.start.slice(0, 4)) + 1;
  return `${era.name}${n === 1 ? "元" : n}年${month}月${day}日`;
}
