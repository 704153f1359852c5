import { expect, test } from "vitest";
import fc from "~/lib/dice.testing";
import { addDecimal, milli } from "~/lib/money/decimal";
import { arrived, cannotDivide, proposedShares } from "./branch";

const card = {
  group_id: 3,
  answer: null,
  shipped_time: null,
  cancelled_time: null,
  num_items: "100",
  num_good: "0",
  num_defective: "0",
  num_partial: "0",
};

test("何個ずつ fills the table with full parts and what is left over; いくつに shares evenly", () => {
  expect(proposedShares("100", { size: "30" }, true)).toEqual(["30", "30", "30", "10"]);
  expect(proposedShares("90", { size: "30" }, true)).toEqual(["30", "30", "30"]);
  expect(proposedShares("100", { count: 3 }, true)).toEqual(["34", "33", "33"]);
  expect(proposedShares("1.5", { count: 2 }, false)).toEqual(["0.75", "0.75"]);
  expect(proposedShares("7", {}, true)).toEqual(["4", "3"]);
  expect(proposedShares("100", { size: "100" }, true)).toEqual(["50", "50"]);
});

test("whatever is asked for, the proposal makes up what is left, in 2 to 50 parts", () => {
  const number = fc
    .integer({ min: 2, max: 9_999_999 })
    .map((n) => addDecimal(`0.${String(n % 1000).padStart(3, "0")}`, String(Math.floor(n / 1000))));
  fc.assert(
    fc.property(
      number,
      fc.option(number, { nil: undefined }),
      fc.option(fc.integer({ min: 2, max: 50 }), { nil: undefined }),
      fc.boolean(),
      (left, size, count, whole) => {
        const shares = proposedShares(left, { size, count }, whole);
        expect(addDecimal(...shares)).toBe(left);
        expect(shares.length).toBeGreaterThanOrEqual(2);
        expect(shares.length).toBeLessThanOrEqual(50);
        expect(shares.every((one) => milli(one) >= 0n)).toBe(true);
      },
    ),
  );
});

test("枝 2/3 到着: the card itself counts, branches that left the board do not", () => {
  const at = (group_id: number) => ({ group_id, task_type: "division" as const });
  expect(arrived({ group_id: 3 }, [at(3), at(5)])).toEqual({ here: 2, all: 3 });
  expect(arrived({ group_id: 3 }, [at(99)])).toBeNull();
  expect(arrived({ group_id: 3 }, [{ group_id: 3, task_type: "defective" }])).toBeNull();
});

test("a card that is shipped, not accepted or all done can't be divided, and says why", () => {
  expect(cannotDivide(card)).toBeNull();
  expect(cannotDivide({ ...card, num_good: "60", num_partial: "40" })).toBe(
    "残りがないため、分割できません。",
  );
  expect(cannotDivide({ ...card, answer: "waiting" })).toBe(
    "新規依頼のカードは、承諾してから分割してください。",
  );
  expect(cannotDivide({ ...card, shipped_time: "2026-11-01T00:00:00Z", group_id: 99 })).toContain(
    "先に出荷を取り消してください",
  );
});
