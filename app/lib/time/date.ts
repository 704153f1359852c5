import { readInstant } from "./instant";

export { formatDateTime } from "./datetime";

/** 'YYYY-MM-DD' in Tokyo. */
export type ISODate = string;

const DAY = 86_400_000;
const TOKYO = 9 * 3_600_000;
const WEEKDAYS = "日月火水木金土";

export const ERAS = [
  { name: "令和", letter: "R", start: "2019-05-01" },
  { name: "平成", letter: "H", start: "1989-01-08" },
  { name: "昭和", letter: "S", start: "1926-12-25" },
  { name: "大正", letter: "T", start: "1912-07-30" },
] as const;

const two = (n: number) => String(n).padStart(2, "0");
/** By numbers: writing out a date for the clock to read it, and back, costs six times as much. */
function epochDay(d: ISODate): number {
  const { year, month, day } = dateParts(d);
  return new Date(0).setUTCFullYear(year, month - 1, day);
}

function dayOf(midnight: number): ISODate {
  if (Number.isNaN(midnight)) throw new RangeError("not a day");
  const day = new Date(midnight);
  return isoDate(day.getUTCFullYear(), day.getUTCMonth() + 1, day.getUTCDate());
}

export function isoDate(year: number, month: number, day: number): ISODate {
  return `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`;
}

export function dateParts(d: ISODate): { year: number; month: number; day: number } {
  return { year: Number(d.slice(0, 4)), month: Number(d.slice(5, 7)), day: Number(d.slice(8, 10)) };
}

/** R4-3: text without a zone is UTC. */
export function tokyoDate(instant: Date | string): ISODate {
  return dayOf(readInstant(instant).getTime() + TOKYO);
}

export function today(now: Date = new Date()): ISODate {
  return tokyoDate(now);
}

/** Its first moment: milliseconds since 1970 in UTC. */
export const startInstant = (d: ISODate): number => epochDay(d) - TOKYO;
export const startOfDay = (d: ISODate): string => new Date(startInstant(d)).toISOString();

export function isDate(s: unknown): s is ISODate {
  if (typeof s !== "string" || !/^\d{4}-\d\d-\d\d$/.test(s)) return false;
  const { year, month, day } = dateParts(s);
  return year > 0 && month >= 1 && month <= 12 && day >= 1 && day <= monthEnd(year, month);
}

export function addDays(d: ISODate, n: number): ISODate {
  return dayOf(epochDay(d) + n * DAY);
}

export function daysBetween(a: ISODate, b: ISODate): number {
  return Math.round((epochDay(b) - epochDay(a)) / DAY);
}

export function weekday(d: ISODate): number {
  return new Date(epochDay(d)).getUTCDay();
}

export function monthEnd(year: number, month: number): number {
  if (month !== 2) return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
}

/** On YYYYMM numbers: 202612 + 1 = 202701. */
export function shiftMonth(ym: number, n: number): number {
  const months = Math.floor(ym / 100) * 12 + (ym % 100) - 1 + n;
  return Math.floor(months / 12) * 100 + (months % 12) + 1;
}

export function formatDate(d: ISODate): string {
  const { year, month, day } = dateParts(d);
  return `${year}/${month}/${day}(${WEEKDAYS[weekday(d)]})`;
}

/** R5-7: the first year of an era prints 元年. */
export function formatEra(d: ISODate): string {
  const { year, month, day } = dateParts(d);
  const era = ERAS.find((e) => e.start <= d);
  if (!era) return `${year}年${month}月${day}日`;
  const n = year - Number(era.start.slice(0, 4)) + 1;
  return `${era.name}${n === 1 ? "元" : n}年${month}月${day}日`;
}
