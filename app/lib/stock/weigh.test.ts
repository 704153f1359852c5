import { expect, test } from "vitest";
import { weighed } from "./weigh";

test("ten pieces on the scales are the weight of one", () => {
  expect(weighed({ num_weighed: "10", weight: "3.6" }, null)).toEqual({ unit_weight: "0.36", doubt: null });
  expect(weighed({ num_weighed: "10", weight: "3.636" }, "0.36")).toEqual({
    unit_weight: "0.364",
    doubt: expect.stringContaining("1%を超えて違います（+1.1%）"),
  });
});

test("1 % from what was known is taken, more is asked, in both directions (depth 1.7)", () => {
  const at = (weight: string) => weighed({ num_weighed: "10", weight }, "1").doubt;
  expect(at("10.1")).toBeNull();
  expect(at("9.9")).toBeNull();
  expect(at("10.11")).toBe("1個の重さ1.011kgは、いまの単重1kgと1%を超えて違います（+1.1%）");
  expect(at("9.89")).toBe("1個の重さ0.989kgは、いまの単重1kgと1%を超えて違います（-1.1%）");
});

test("a piece of 2.5 g is never made 3 g without a word", () => {
  expect(weighed({ num_weighed: "10", weight: "0.025" }, null)).toEqual({
    unit_weight: "0.003",
    doubt: "1個は2.5gですが、単重は1g刻みなので3gになり、1%を超えてずれます",
  });
  expect(weighed({ num_weighed: "3", weight: "1" }, null)).toEqual({ unit_weight: "0.333", doubt: null });
  expect(weighed({ num_weighed: "10", weight: "0.004" }, null).unit_weight).toBe("0");
});
