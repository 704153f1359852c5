import { expect, test } from "vitest";
import { workStatusOf } from "./work.status";

const card = { group_id: 3, answer: null, num_partial: "0" } as const;

test("a card is 作業中 or 中断 by the work at it, wherever it stands", () => {
  expect(workStatusOf(card, "work", "working")).toBe("working");
  expect(workStatusOf(card, "ready", "paused")).toBe("paused");
});

test("with nobody at it, its place tells: 未着手, 検査待ち, 出荷待ち", () => {
  expect(
    ["queue", "work", "inspect", "ready"].map((role) => workStatusOf(card, role as "work", "none")),
  ).toEqual(["none", "none", "inspect", "ready"]);
});

test("what was left half done is 途中, neither 未着手 nor 中断", () => {
  expect(workStatusOf({ ...card, num_partial: "20" }, "work", "none")).toBe("partial");
});

test("a request and a card off the board have no 状況", () => {
  expect(workStatusOf({ ...card, answer: "waiting" }, "inbox", "none")).toBeNull();
  expect(workStatusOf({ ...card, group_id: 99 }, undefined, "done")).toBeNull();
});
