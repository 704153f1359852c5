import { expect, test } from "vitest";
import { valueFormula } from "./formula";

const at = (qty: string, stock_value: number, avg: string | null, value = 0, variance = 0) => ({
  ...{ qty, stock_value, avg, value, variance },
});

test.each([
  ["100", "80", at("0", 0, null), at("100", 8000, "80"), "8,000 ÷ 100 = 80.000"],
  ["50", "80", at("100", 5000, "50"), at("150", 9000, "60"), "(5,000 + 4,000) ÷ 150 = 60.000"],
  ["-60", null, at("150", 9000, "60"), at("90", 5400, "60"), "(9,000 − 3,600) ÷ 90 = 60.000"],
  ["-1", null, at("1", 33, "33"), at("0", 0, null), "33 − 33 = 0"],
  ["-15", null, at("10", 1000, "100"), at("-5", -500, null), "1,000 − 1,500 = −500"],
  ["20", "120", at("-5", -500, null), at("15", 1800, "120", 2400, -100), "15 × 120 = 1,800（評価差額 −100）"],
] as const)("移動平均 of a move of %s at %s", (num, unit_price, before, after, text) => {
  expect(valueFormula("average", before, { num, unit_price, reverses: null }, after)).toBe(text);
});

test("at one price, the number by the price", () => {
  const [before, after] = [at("100", 5000, "50"), at("90", 4500, "50")];
  expect(valueFormula("standard", before, { num: "-10", unit_price: null, reverses: null }, after)).toBe(
    "90 × 50 = 4,500",
  );
});

test("what was taken back and comes again brings what it took, below nothing too", () => {
  const [before, after] = [at("-1060", -58_807, null), at("0", 0, null)];
  expect(valueFormula("average", before, { num: "1060", unit_price: null, reverses: 7 }, after)).toBe(
    "−58,807 + 58,807 = 0",
  );
});
