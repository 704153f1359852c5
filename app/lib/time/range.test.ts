import { expect, test } from "vitest";
import { backward, backwardText, orderedRange } from "./range";

test("a range whose end is before its start is found, however its days are written", () => {
  expect(backward({ from: "2026-11-21", to: "2026-11-20" })).toEqual(["to"]);
  expect(
    backward({ due_from: "2026/11/21(土)", due_to: "令和8年11月1日", from: "2026-11-01", to: "2026-11-30" }),
  ).toEqual(["due_to"]);
});

test("the same day, half a range, and a `to` that is no day are in order", () => {
  expect(backward({ from: "2026-11-21", to: "2026-11-21" })).toEqual([]);
  expect(backward({ to: "2026-11-21" })).toEqual([]);
  expect(backward({ from: "2026-11-21", due_to: "2026-11-20" })).toEqual([]);
  expect(backward({ from: "3", to: "x" })).toEqual([]);
});

test("what can be asked is the range without its wrong end", () => {
  expect(orderedRange({ q: "軸", from: "2026-11-21", to: "2026-11-20" })).toEqual({
    q: "軸",
    from: "2026-11-21",
  });
  expect(backwardText("納期（まで）")).toBe(
    "納期の終わりは、始まりと同じ日か、それより後の日を入力してください。",
  );
});
