import { daysBetween, type ISODate, isDate, isoDate } from "~/lib/time/date";

const ERA_YEARS = [2018, 1988, 2000];
const NEAR_DAYS = 400;

/** YYMMDD without an era: 令和 if that is near, then 平成, then 20YY; null for 000000 or no day at all. */
export function eralessDate(digits: string, near: ISODate): { date: ISODate; unsure: boolean } | null {
  if (!/^\d{6}$/.test(digits) || digits === "000000") return null;
  const [yy, month, day] = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].map(Number) as [
    number,
    number,
    number,
  ];
  const possible = ERA_YEARS.map((year) => isoDate(year + yy, month, day)).filter(isDate);
  const close = possible.find((date) => Math.abs(daysBetween(date, near)) <= NEAR_DAYS);
  if (close) return { date: close, unsure: false };
  const past = possible.find((date) => date <= near) ?? possible[0];
  return past ? { date: past, unsure: true } : null;
}
