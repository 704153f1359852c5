import { expect, test } from "vitest";
import fc from "~/lib/dice.testing";
import {
  addDays,
  daysBetween,
  formatDate,
  formatDateTime,
  formatEra,
  isDate,
  monthEnd,
  shiftMonth,
  today,
  tokyoDate,
  weekday,
} from "./date";
import { formatTime } from "./datetime";
import { readInstant } from "./instant";

const days = fc.integer({ min: 0, max: 80_000 }).map((n) => addDays("1950-01-01", n));

test("a date is shown with its weekday, no padding", () => {
  expect(formatDate("2026-11-21")).toBe("2026/11/21(土)");
  expect(formatDate("2026-01-05")).toBe("2026/1/5(月)");
});

test("a date in the era calendar, the first year as 元年", () => {
  expect(formatEra("2026-11-21")).toBe("令和8年11月21日");
  expect(formatEra("2019-05-01")).toBe("令和元年5月1日");
  expect(formatEra("2019-04-30")).toBe("平成31年4月30日");
  expect(formatEra("1989-01-07")).toBe("昭和64年1月7日");
  expect(formatEra("1905-03-01")).toBe("1905年3月1日");
});

test("a moment is shown in Tokyo time, wherever the server stands", () => {
  expect(formatDateTime("2026-11-21T09:05:00Z")).toBe("2026/11/21 18:05");
  expect(formatDateTime("2026-12-31T15:00:00.000Z")).toBe("2027/01/01 00:00");
  expect(formatDateTime(new Date("2026-11-21T09:05:00Z"))).toBe("2026/11/21 18:05");
  expect(formatTime("2026-11-21T00:05:00Z")).toBe("09:05");
});

test("a time without a zone is UTC, a number is seconds, PostgreSQL's spelling is read", () => {
  const iso = "2026-01-20T14:59:59.000Z";
  for (const text of [
    "2026-01-20T14:59:59",
    "2026-01-20 14:59:59+00",
    "2026-01-20 23:59:59+09:00",
    "2026-01-20T23:59:59+0900",
    iso,
  ]) {
    expect(readInstant(text).toISOString()).toBe(iso);
  }
  expect(readInstant(1768921199).toISOString()).toBe(iso);
  expect(readInstant("きのう").getTime()).toBeNaN();
});

test("the business day changes at Tokyo's midnight", () => {
  expect(tokyoDate("2026-01-20T14:59:59Z")).toBe("2026-01-20");
  expect(tokyoDate("2026-01-20T15:00:00Z")).toBe("2026-01-21");
  expect(tokyoDate("2026-01-20T15:00:00")).toBe("2026-01-21");
  expect(tokyoDate("2026-01-20")).toBe("2026-01-20");
  expect(today(new Date("2026-11-20T15:00:00Z"))).toBe("2026-11-21");
});

test("only days that exist are dates", () => {
  for (const d of ["2026-02-28", "2028-02-29", "2000-02-29", "2026-12-31"]) expect(isDate(d)).toBe(true);
  for (const d of [
    "2026-02-29",
    "1900-02-29",
    "2026-13-01",
    "2026-00-10",
    "2026-04-31",
    "2026-1-1",
    "",
    "0000-01-01",
    null,
    20261121,
  ]) {
    expect(isDate(d)).toBe(false);
  }
});

test("months wrap at the year's end", () => {
  expect(shiftMonth(202612, 1)).toBe(202701);
  expect(shiftMonth(202601, -1)).toBe(202512);
  expect(shiftMonth(202606, -18)).toBe(202412);
  expect(monthEnd(2028, 2)).toBe(29);
});

test("adding days and counting them agree, and match the calendar", () => {
  fc.assert(
    fc.property(days, fc.integer({ min: -5000, max: 5000 }), (d, n) => {
      const moved = addDays(d, n);
      expect(isDate(moved)).toBe(true);
      expect(daysBetween(d, moved)).toBe(n);
      expect(weekday(moved)).toBe((((weekday(d) + n) % 7) + 7) % 7);
    }),
  );
});
