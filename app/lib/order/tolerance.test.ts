import { expect, test } from "vitest";
import { milli } from "~/lib/money/decimal";
import { canReceive, isNearlyAll, mostOf } from "~/lib/task/tolerance";
import vectors from "./order-vectors.json";

test.each(vectors["order.over_delivery"])("$name", ({ in: { ordered, done, pct, whole, try_ }, out }) => {
  const can_receive = canReceive({ ordered, done }, pct, whole);
  expect({ max: mostOf(ordered, pct, whole), can_receive, ok: milli(try_) <= milli(can_receive) }).toEqual(
    out,
  );
});

test("a rest within the tolerance may be called complete, a larger one and none at all may not", () => {
  expect(isNearlyAll({ ordered: "1000", done: "990" }, "1")).toBe(true);
  expect(isNearlyAll({ ordered: "1000", done: "989.999" }, "1")).toBe(false);
  expect(isNearlyAll({ ordered: "1000", done: "1000" }, "1")).toBe(false);
  expect(isNearlyAll({ ordered: "1000", done: "999" }, "0")).toBe(false);
});
