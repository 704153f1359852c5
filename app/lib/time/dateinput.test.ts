import { expect, test } from "vitest";
import fc from "~/lib/dice.testing";
import vectors from "~/lib/japan-vectors.json";
import { addDays, formatDate, formatEra } from "./date";
import { parseDateInput } from "./dateinput";

const now = vectors.date_input.today;

test.each(vectors.date_input.cases)("a clerk types $input and gets $iso", ({ input, iso }) => {
  expect(parseDateInput(input, now)).toBe(iso);
});

test.each([
  ["11-21", "2026-11-21"],
  ["１１・２１", "2026-11-21"],
  ["R8.11.21", "2026-11-21"],
  ["令和元年5月1日", "2019-05-01"],
  ["H31.5.1", null],
  ["20261131", null],
  ["㋿8年11月21日", "2026-11-21"],
  ["2026/11/21(土)", "2026-11-21"],
  ["21日", "2026-11-21"],
  ["2026 年 11 月 21 日", "2026-11-21"],
  ["１１。２１", "2026-11-21"],
  ["S64.1.7", "1989-01-07"],
  ["S64.1.8", null],
  ["R0.1.1", null],
  ["", null],
  ["明日", null],
  ["521", null],
  ["2026", null],
  ["0", null],
  ["32", null],
  ["1/2/3/4", null],
  ["99990101", null],
])("a clerk types %s and gets %s", (input, iso) => {
  expect(parseDateInput(input, now)).toBe(iso);
});

test("around New Year a slip's date is the year nearest to today", () => {
  expect(parseDateInput("12/28", "2027-01-05")).toBe("2026-12-28");
  expect(parseDateInput("1/5", "2026-12-28")).toBe("2027-01-05");
  expect(parseDateInput("2/29", "2027-03-01")).toBeNull();
});

test("a delivery date is the next to come", () => {
  expect(parseDateInput("1/5", "2026-12-28", "coming")).toBe("2027-01-05");
  expect(parseDateInput("11/21", "2026-11-21", "coming")).toBe("2026-11-21");
  expect(parseDateInput("11/20", "2026-11-21", "coming")).toBe("2027-11-20");
  expect(parseDateInput("5", "2026-11-21", "coming")).toBe("2026-12-05");
  expect(parseDateInput("5", "2026-12-21", "coming")).toBe("2027-01-05");
  expect(parseDateInput("2026/1/5", "2026-11-21", "coming")).toBe("2026-01-05");
});

test("what is shown can be typed again", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 50_000 }), (n) => {
      const d = addDays("1950-01-01", n);
      for (const text of [d, formatDate(d), formatEra(d), d.replaceAll("-", "")])
        expect(parseDateInput(text, now)).toBe(d);
    }),
  );
});

test("no text makes it fail", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      parseDateInput(text, now);
      parseDateInput(text, now, "coming");
    }),
  );
  expect(parseDateInput("1".repeat(1_000_000), now)).toBeNull();
});
