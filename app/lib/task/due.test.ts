import { expect, test } from "vitest";
import { dueHere, dueOnTile, processDues } from "./due";

const STEPS = [
  { group_id: 1, role: "inbox", standard_days: 1 },
  { group_id: 2, role: "queue", standard_days: null },
  { group_id: 3, role: "work", standard_days: 2 },
  { group_id: 5, role: "work", standard_days: 3 },
  { group_id: 4, role: "inspect", standard_days: 1 },
  { group_id: 6, role: "ready", standard_days: 0 },
] as const;
const dues = (
  delivery_date: string | null,
  from = "2026-11-01",
  steps: Parameters<typeof processDues>[0] = [...STEPS],
) => [...processDues(steps, delivery_date, from)];

test("each process is due as many business days before the next as that one takes", () => {
  // 2026-11-20 is a Friday.
  expect(dues("2026-11-20")).toEqual([
    [2, "2026-11-12"],
    [3, "2026-11-16"],
    [5, "2026-11-19"],
    [4, "2026-11-20"],
    [6, "2026-11-20"],
  ]);
});

test("a weekend is never counted as days for working", () => {
  expect(dues("2026-11-23").slice(2)).toEqual([
    [5, "2026-11-20"],
    [4, "2026-11-23"],
    [6, "2026-11-23"],
  ]);
});

test("no process is due before the card was taken", () => {
  expect(dues("2026-11-20", "2026-11-17").map(([, day]) => day)).toEqual([
    "2026-11-17",
    "2026-11-17",
    "2026-11-19",
    "2026-11-20",
    "2026-11-20",
  ]);
});

test("a card that was taken after its own date keeps that date", () => {
  expect(new Set(dues("2026-11-10", "2026-11-17").map(([, day]) => day))).toEqual(new Set(["2026-11-10"]));
});

test("without a date, or without any standard days, nothing is due by process", () => {
  expect(dues(null)).toEqual([]);
  expect(
    dues(
      "2026-11-20",
      "2026-11-01",
      STEPS.map((step) => ({ ...step, standard_days: null })),
    ),
  ).toEqual([]);
});

test("a card has the due date of the process it stands in; off the board it has none", () => {
  expect(dueHere({ group_id: 5, delivery_date: "2026-11-20" }, [...STEPS], "2026-11-01")).toBe("2026-11-19");
  expect(dueHere({ group_id: 99, delivery_date: "2026-11-20" }, [...STEPS], "2026-11-01")).toBeNull();
});

test("the company's own closed days are no days for working either", () => {
  // 2026-11-19 is a Thursday: the inspection of one day begins on Wednesday.
  expect([...processDues([...STEPS], "2026-11-20", "2026-11-01", new Set(["2026-11-19"]))].slice(2)).toEqual([
    [5, "2026-11-18"],
    [4, "2026-11-20"],
    [6, "2026-11-20"],
  ]);
});

test("a tile says the day apart from what is to say of it, whether late, near or far, with its hour", () => {
  const at = (delivery_date: string | null, delivery_time: string | null = null) =>
    dueOnTile({ delivery_date, delivery_time, warn_until: "2026-11-27" }, "2026-11-25");
  expect(at("2026-11-20")).toEqual({ day: "11/20", rest: "(金) 5日遅れ", tone: "bad" });
  expect(at("2026-11-25", "10:00")).toEqual({ day: "11/25", rest: "(水) 10:00 今日", tone: "warn" });
  expect(at("2026-11-27")).toEqual({ day: "11/27", rest: "(金)", tone: "accent" });
  expect(at("2027-01-05")).toEqual({ day: "2027/1/5", rest: "(火)", tone: "muted" });
  expect(at(null)).toBeNull();
});
