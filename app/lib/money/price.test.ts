import { expect, test } from "vitest";
import { priceOf, unitProblem } from "./price";

test("pieces billed as pieces", () => {
  expect(
    priceOf({ num_items: "1250", order_unit: "piece", unit: "piece", unit_price: "3.475" }, "floor"),
  ).toEqual({ num_units: "1250", price: 4343 });
});

test("pieces billed by weight", () => {
  const line = {
    num_items: "500",
    order_unit: "piece",
    unit: "kg",
    unit_weight: "0.185",
    unit_price: "480",
  } as const;
  expect(priceOf(line, "floor")).toEqual({ num_units: "92.5", price: 44400 });
});

test("weight billed as pieces is rounded to three places", () => {
  expect(
    priceOf(
      { num_items: "10", order_unit: "kg", unit: "piece", unit_weight: "0.3", unit_price: "1" },
      "half_up",
    ),
  ).toEqual({ num_units: "33.333", price: 33 });
});

test("sets and pieces and kg", () => {
  const set = { unit_weight: "0.25", pieces_per_set: "4", unit_price: "100" };
  expect(priceOf({ ...set, num_items: "10", order_unit: "set", unit: "piece" }, "floor").num_units).toBe(
    "40",
  );
  expect(priceOf({ ...set, num_items: "10", order_unit: "piece", unit: "set" }, "floor").num_units).toBe(
    "2.5",
  );
  expect(priceOf({ ...set, num_items: "10", order_unit: "set", unit: "kg" }, "floor").num_units).toBe("10");
});

test("an undetermined unit price has no amount", () => {
  expect(priceOf({ num_items: "3", order_unit: "piece", unit: "piece", unit_price: null }, "floor")).toEqual({
    num_units: "3",
    price: null,
  });
});

test("units that nothing converts are refused with what is missing", () => {
  expect(unitProblem({ order_unit: "piece", unit: "piece" })).toBeNull();
  expect(unitProblem({ order_unit: "piece", unit: "kg", unit_weight: "1" })).toBeNull();
  expect(unitProblem({ order_unit: "piece", unit: "kg" })).toBe("個で数えてkgで請求するには、単重が必要です");
  expect(unitProblem({ order_unit: "set", unit: "piece" })).toBe(
    "セットで数えて個で請求するには、1セットの個数が必要です",
  );
  expect(() => priceOf({ num_items: "1", order_unit: "set", unit: "kg" }, "floor")).toThrow(RangeError);
});
