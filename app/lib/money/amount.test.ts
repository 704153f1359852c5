import { expect, test } from "vitest";
import fc from "~/lib/dice.testing";
import vectors from "~/lib/japan-vectors.json";
import type { Rounding } from "~/lib/vocabulary/rounding";
import { amountProblem, lineAmount, roundDiv } from "./amount";
import { milli } from "./decimal";

const MODES: Rounding[] = ["floor", "half_up", "ceil"];

test.each(vectors.line_amount)("$qty x $unit_price", ({ qty, unit_price, ...yen }) => {
  for (const mode of MODES) expect(lineAmount(qty, unit_price, mode)).toBe(yen[mode]);
});

test("whole products stay whole where a float would lose a yen", () => {
  for (const mode of MODES)
    expect([lineAmount("100", "4.35", mode), lineAmount("100", "1.15", mode)]).toEqual([435, 115]);
});

test.each(vectors.negative_rounding)(
  "$value is rounded on its absolute value",
  ({ value, mode, toward_zero_absolute }) => {
    expect(Number(roundDiv(milli(value), 1000n, mode as Rounding))).toBe(toward_zero_absolute);
  },
);

test("a red slip cancels its black slip exactly", () => {
  expect(lineAmount("-3", "19.6", "floor")).toBe(-58);
  const decimals = fc.integer({ min: 0, max: 10_000_000 }).map((n) => (n / 1000).toFixed(3));
  fc.assert(
    fc.property(decimals, decimals, fc.constantFrom(...MODES), (qty, price, mode) => {
      expect(lineAmount(`-${qty}`, price, mode) + lineAmount(qty, price, mode)).toBe(0);
      const [low, high] = [lineAmount(qty, price, "floor"), lineAmount(qty, price, "ceil")];
      expect(high - low === 0 || high - low === 1).toBe(true);
      expect([low, high]).toContain(lineAmount(qty, price, "half_up"));
    }),
  );
});

test("an amount no sheet can hold is refused with a sentence", () => {
  expect(amountProblem("1000", "999999999.999")).toBeNull();
  expect(amountProblem("999999999", "999999999")).toBe("金額が12桁を超えます。数量と単価を確認してください");
  expect(() => lineAmount("999999999999", "999999999999", "floor")).toThrow(RangeError);
});
