import { expect, test } from "vitest";
import { inspectedOf, verdictOf, waitsOf } from "./waits";

const sheet = (may_inspect: boolean, ...answers: boolean[]) => ({
  key: 9,
  may_inspect,
  lines: [{ rows: answers.map((may_answer, at) => ({ key: at + 1, may_answer })) }],
});

test("a 納品書 asks its receiver for 検収 and its sender for a reply; else nothing waits", () => {
  expect(waitsOf(sheet(true)).map((one) => [one.label, one.href])).toEqual([
    ["検収する", "/accounting/delivery/9/inspect"],
  ]);
  expect(waitsOf(sheet(false, false, true, true))).toEqual([
    {
      text: "検収への回答を、取引先が待っています（2件）。",
      label: "回答する",
      href: "/accounting/delivery/9/inspection/2?act=answer",
    },
  ]);
  expect(waitsOf(sheet(false, false))).toEqual([]);
});

test("a line that was accepted in part has been inspected, and does not wait", () => {
  const of = (...states: ("pending" | "partial" | "passed" | "failed" | null)[]) =>
    inspectedOf(states.map((state) => ({ state, due: null })));
  expect(of(null)).toBeNull();
  expect(of("partial")).toEqual({ value: "1 / 1行", note: "不合格があります" });
  expect(of("failed", "pending", null)).toEqual({ value: "1 / 2行", note: "検収待ち" });
  expect(of("passed", "passed")).toEqual({ value: "2 / 2行", note: "検収済み" });
});

test("one word says how a 納品書 stands: a 検収 that found fault is no plain 検収済", () => {
  const of = (state: "passed" | "partial" | "failed") => verdictOf("inspected", [{ state, due: null }]);
  expect(of("passed")).toEqual({ tone: "good", text: "検収済" });
  expect([of("partial"), of("failed")]).toEqual(Array(2).fill({ tone: "warn", text: "検収済・不合格あり" }));
  expect(verdictOf("billed", [{ state: "failed", due: null }]).tone).toBe("good");
});
