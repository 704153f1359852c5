import { expect, test } from "vitest";
import { cashDay, type Means, maturityProblem, maturityUnsaid, meansLabel } from "./maturity";
import { termsCheck } from "./terms";

const claim = (maturity: number | null, maturity_unit: Means["maturity_unit"] = "days"): Means => ({
  payment_method: "electronic",
  maturity,
  maturity_unit,
});
const monthEnd = { is_payment_last_date: true, payment_date: null, pay_month: 1, pay_day: 20 };

test.each<[due: string, Means, cash: string]>([
  ["2026-12-20", { payment_method: "transfer", maturity: 60 }, "2026-12-20"],
  ["2026-12-20", claim(0), "2026-12-20"],
  ["2026-12-20", claim(60), "2027-02-18"],
  ["2026-12-20", claim(2, "months"), "2027-02-20"],
  ["2026-12-31", claim(2, "months"), "2027-02-28"],
  ["2027-02-28", claim(1, "months"), "2027-03-31"],
  ["2026-01-30", claim(1, "months"), "2026-02-28"],
])("due %s by %o: cash on %s", (due, means, cash) => {
  expect(cashDay(due, means)).toBe(cash);
});

test("the 60 days run to the 満期, not to the day the claim is handed over", () => {
  expect(termsCheck(monthEnd)).toEqual({ max_days: 51, verdict: "ok" });
  expect(termsCheck({ ...monthEnd, ...claim(0) })).toEqual({ max_days: 51, verdict: "ok" });
  expect(termsCheck({ ...monthEnd, ...claim(60) })).toEqual({ max_days: 111, verdict: "violation" });
});

test("a claim needs its 満期; where the law protects, it is the day of payment", () => {
  expect(maturityUnsaid(claim(null))).toContain("電子記録債権の満期を入力");
  expect([claim(0), { payment_method: "transfer" } as Means].map(maturityUnsaid)).toEqual([null, null]);
  expect(maturityProblem({ ...claim(1), toriteki: "covered" })).toContain("支払日より後にできません");
  expect([
    maturityProblem({ ...claim(0), toriteki: "covered" }),
    maturityProblem({ ...claim(60), toriteki: "exempt" }),
  ]).toEqual([null, null]);
  expect(
    [claim(60), claim(3, "months"), claim(0), { payment_method: "transfer" } as Means].map(meansLabel),
  ).toEqual([
    "電子記録債権（満期は支払日の60日後）",
    "電子記録債権（満期は支払日の3か月後）",
    "電子記録債権（満期は支払日の当日）",
    "銀行振込",
  ]);
});
