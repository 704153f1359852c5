import { expect, test } from "vitest";
import {
  movedProblem,
  opposite,
  sentProblems,
  settlementFrom,
  settlementProblem,
  supplyBalance,
  supplyPrice,
  usedFor,
} from "./supply";

test("残 is what was supplied less what was used and came back; the opposite row takes one back (R9-2)", () => {
  const sent = { movement: "sent", quantity: "100" } as const;
  const used = { movement: "used", quantity: "36.5" } as const;
  const returned = { movement: "returned", quantity: "10" } as const;
  expect(supplyBalance([sent, used, returned])).toEqual({
    sent: "100",
    used: "36.5",
    returned: "10",
    rest: "53.5",
  });
  const back = { ...used, quantity: opposite(used.quantity) };
  expect(supplyBalance([sent, used, returned, back])).toMatchObject({ used: "0", rest: "90" });
  expect(supplyBalance([])).toMatchObject({ rest: "0" });
  expect(supplyBalance([used]).rest).toBe("-36.5");
});

test("what went into goods is told to three places", () => {
  expect(usedFor("300", "0.25")).toBe("75");
  expect(usedFor("7", "0.333")).toBe("2.331");
  expect(usedFor("0.5", "0.333")).toBe("0.167");
});

test("有償支給 is settled not before the goods made from it are paid (R2-11)", () => {
  // 末締め翌月末: received 4/20 and 5/10.
  expect(settlementFrom(["2026-05-31", "2026-06-30"])).toBe("2026-06-30");
  expect(settlementFrom(["2026-05-31", null])).toBeNull();
  expect(settlementFrom([])).toBeNull();
  expect(settlementProblem("2026-06-29", "2026-06-30")).toMatch(/2026\/6\/30.*より前には決済できません/);
  expect(settlementProblem("2026-06-30", "2026-06-30")).toBeNull();
  expect(settlementProblem(undefined, "2026-06-30")).toBeNull();
  expect(settlementProblem("2026-06-01", null)).toBeNull();
});

test("有償 needs its price and the line it goes into; 無償 has neither price nor settlement", () => {
  expect(Object.keys(sentProblems({ kind: "paid", quantity: "1" }))).toEqual(["unit_price", "line_no"]);
  expect(sentProblems({ kind: "paid", quantity: "1", unit_price: "120", line_no: 1 })).toEqual({});
  expect(sentProblems({ kind: "free", quantity: "1" })).toEqual({});
  const priced = { kind: "free", quantity: "1", unit_price: "0", settlement_date: "2026-12-31" } as const;
  expect(Object.keys(sentProblems(priced))).toEqual(["unit_price", "settlement_date"]);
});

test("no more is used or comes back than stands there; 対価 is rounded as the pair agreed", () => {
  expect(movedProblem("10", "9.999", "枚")).toMatch(/9.999枚/);
  expect(movedProblem("10", "10", "枚")).toBeNull();
  expect(supplyPrice("3", "33.333", "floor")).toBe(99);
  expect(supplyPrice("3", "33.333", "ceil")).toBe(100);
  expect(supplyPrice("3", null, "floor")).toBeNull();
});
