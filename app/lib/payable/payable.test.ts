import { expect, test } from "vitest";
import fc from "~/lib/dice.testing";
import vectors from "~/lib/japan-vectors.json";
import { addDays } from "~/lib/time/date";
import { MONTH_END } from "~/lib/time/period";
import {
  billRates,
  capProblem,
  creditNote,
  creditProblem,
  deductibleTax,
  deductionLabel,
  deductionOf,
  dueOf,
  signedRates,
  taxProblems,
} from "./bill";
import { cannotCancelBill, maturityFault, meansFault, partProblem, payoutNotes, payParts } from "./payout";
import { apportion, dueProblem, interestOf, receiptWatch } from "./receipt";

test.each(vectors.toriteki_60_days)(
  "received $received: the colour changes before day 60, and the paper says when it is due too late",
  ({ received, pay, day60, verdict }) => {
    expect(receiptWatch(received, day60, "covered")).toMatchObject({ days: 60, left: 0, level: "soon" });
    expect(receiptWatch(received, addDays(day60, 1), "covered").level).toBe("late");
    expect(receiptWatch(received, addDays(day60, -15), "unknown").level).toBe("soon");
    expect(receiptWatch(received, addDays(day60, -16), "covered").level).toBe("ok");
    expect(receiptWatch(received, addDays(day60, 9), "exempt").level).toBe("ok");
    expect(dueProblem(received, pay, "covered") !== null).toBe(verdict === "violation");
    expect(dueProblem(received, pay, "exempt")).toBe(null);
  },
);

test.each(vectors.late_interest_14_6)(
  "interest on $amount received $received, paid $paid, whole or in two parts of the day",
  ({ amount, received, paid, interest_floor }) => {
    const receipts = [{ received_date: received, amount }];
    expect(interestOf(receipts, 0, amount, paid)).toBe(interest_floor);
    expect(interestOf(receipts, amount, 0, paid)).toBe(0);
    const half =
      interestOf(receipts, 0, amount / 2, paid) + interestOf(receipts, amount / 2, amount / 2, paid);
    expect(Math.abs(half - interest_floor)).toBeLessThanOrEqual(1);
  },
);

test("of two receipts the older is paid first, and bears the interest (R2-6)", () => {
  const receipts = [
    { received_date: "2026-06-01", amount: 1_000_000 },
    { received_date: "2026-04-01", amount: 1_000_000 },
  ];
  expect(interestOf(receipts, 0, 1_000_000, "2026-06-30")).toBe(12_400);
  expect(interestOf(receipts, 1_000_000, 1_000_000, "2026-06-30")).toBe(0);
});

test("what a debt is made of adds up to it, whatever was received", () => {
  const receipt = fc.record({
    received_date: fc.integer({ min: 0, max: 90 }).map((n) => addDays("2026-06-01", n)),
    amount: fc.integer({ min: 1, max: 9_999_999 }),
  });
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 99_999_999 }),
      fc.array(receipt, { minLength: 1 }),
      (total, rows) => {
        const parts = apportion(total, rows);
        expect(parts.reduce((sum, { amount }) => sum + amount, 0)).toBe(total);
        expect(parts.every(({ amount }) => amount >= 0)).toBe(true);
      },
    ),
  );
  expect(apportion(-100, [{ received_date: "2026-06-01", amount: 1 }])).toEqual([]);
});

test.each(vectors.transitional_deduction)(
  "a paper without 登録番号 received $date: $percent% of its tax",
  ({ date, percent }) => {
    expect(deductionOf(null, date)).toBe(percent);
    expect(deductionOf("T8700110005901", date)).toBe(100);
  },
);

test("経過措置 is said and reckoned (R1-11)", () => {
  expect(deductionLabel(deductionOf(null, "2026-11-21"))).toBe("登録なし（70%控除）");
  expect(deductionLabel(100)).toBe("登録あり");
  expect(deductibleTax(1001, 70)).toBe(700);
  expect(deductibleTax(1001, null)).toBe(0);
});

test("of one supplier without a number, what goes beyond 100 million yen a year is told (R1-11)", () => {
  expect(capProblem(100_000_000, "2026-11-21")).toBe(null);
  expect(capProblem(100_000_001, "2026-11-21")).toContain("¥100,000,001");
  expect(capProblem(900_000_000, "2026-09-30")).toBe(null);
});

test("the issuer's tax is taken as printed up to a yen of a rate; more is asked about", () => {
  const rates = billRates({ base_10: 10_005, base_8: 999, tax_8: 80, base_0: 50 }, "floor");
  expect(rates).toEqual([
    { tax_rate: 10, base: 10_005, tax: 1000 },
    { tax_rate: 8, base: 999, tax: 80 },
    { tax_rate: 0, base: 50, tax: 0 },
  ]);
  expect(taxProblems(rates, "floor")).toEqual({});
  expect(taxProblems(billRates({ base_10: 10_000, tax_10: 1002 }, "floor"), "floor")).toEqual({
    tax_10: [expect.stringContaining("1,000")],
  });
});

test("値引・返品 is typed as printed and lowers what is owed; who is protected must be at fault (R2-12)", () => {
  const rates = billRates({ base_10: 3000, base_0: 50 }, "floor");
  expect(signedRates(rates, "credit")).toEqual([
    { tax_rate: 10, base: -3000, tax: -300 },
    { tax_rate: 0, base: -50, tax: 0 },
  ]);
  expect(signedRates(rates, "expense")).toEqual(rates);
  const asked = { kind: "credit", is_their_fault: false } as const;
  expect(creditProblem(asked, "covered")).toContain("取適法の対象");
  expect(creditProblem({ ...asked, is_their_fault: true }, "covered")).toBe(null);
  expect(creditProblem({ ...asked, kind: "invoice" }, "covered")).toBe(null);
  expect([creditProblem(asked, "unknown"), creditProblem(asked, "exempt")]).toEqual([null, null]);
  expect(creditNote("credit", "unknown")).toContain("未確認");
  expect([creditNote("credit", "exempt"), creditNote("expense", "unknown")]).toEqual([null, null]);
});

test("without a date the terms say when it is due", () => {
  expect(dueOf("2026-11-05", { ...MONTH_END, bank_shift: "next" })).toBe("2027-01-04");
  expect(dueOf("2026-11-05", { ...MONTH_END, pay_day: 20, bank_shift: "previous" })).toBe("2026-12-18");
});

const debt = { id: "i1", date: "2026-10-31", open: 1000 };
test("never more than is left, never before the paper's day, and a credit only takes off", () => {
  const on = "2026-11-20";
  expect(partProblem({ debt: "i1" }, debt, on)).toBe(null);
  expect(partProblem({ debt: "i1", amount: 1001 }, debt, on)).toContain("1,000円を超えて");
  expect(partProblem({ debt: "i1", amount: 0 }, debt, on)).toBe("支払額を入力してください");
  expect(partProblem({ debt: "i1", amount: -1 }, debt, on)).toContain("1円以上");
  expect(partProblem({ debt: "i1" }, debt, "2026-10-30")).toContain("2026/10/31");
  expect(partProblem({ debt: "i1" }, undefined, on)).toContain("残額のない");
  expect(partProblem({ debt: "i1", amount: 5 }, { ...debt, open: -10 }, on)).toContain("マイナス");
  expect(partProblem({ debt: "i1", amount: -10 }, { ...debt, open: -10 }, on)).toBe(null);
  expect(payParts([{ debt: "i1" }, { debt: "i2", amount: 3 }], [debt, { ...debt, id: "i2" }])).toMatchObject([
    { id: "i1", amount: 1000 },
    { id: "i2", amount: 3 },
  ]);
});

const to = { partner_name: "佐藤", toriteki: "covered", fee_bearer: "payee", amount: 1000 } as const;
const means = { kind: "transfer", fee: 0, own_fee: 0, payment_date: "2026-11-20" } as const;
test("where the law protects the payee no fee is taken off, and no claim matures after the due date (R2-7, R2-8)", () => {
  expect(meansFault(means, to)).toBe(null);
  expect(meansFault({ ...means, fee: 440 }, to)?.text).toContain("取適法の対象");
  expect(meansFault({ ...means, fee: 440 }, { ...to, toriteki: "exempt" })).toBe(null);
  expect(meansFault({ ...means, own_fee: 440 }, to)).toBe(null);
  expect(meansFault({ ...means, kind: "cash", own_fee: 440 }, to)?.name).toBe("own_fee");
  expect(meansFault({ ...means, fee: 1, own_fee: 440 }, { ...to, toriteki: "exempt" })?.name).toBe("own_fee");
  expect(
    meansFault({ ...means, fee: 440 }, { ...to, toriteki: "exempt", fee_bearer: "payer" })?.text,
  ).toContain("当方の負担");
  expect(meansFault({ ...means, kind: "densai" }, to)?.name).toBe("maturity_date");
  expect(meansFault(means, { ...to, amount: 0 })?.name).toBe("debts");
  expect(maturityFault("2027-02-28", "2026-12-31", to)).toContain("支払期日");
  expect(maturityFault("2026-12-31", "2026-12-31", to)).toBe(null);
  expect(maturityFault("2027-02-28", "2026-12-31", { ...to, toriteki: "unknown" })).toBe(null);
});

test("who pays is told of interest, of a closed bank and of a fee that may be unlawful", () => {
  const notes = payoutNotes({ ...means, fee: 440, payment_date: "2026-11-23" }, [
    { ...to, toriteki: "unknown", interest: 400, late: true, disputed: ["2026年10月分　P-1"] },
  ]);
  expect(notes).toEqual([
    expect.stringContaining("銀行休業日"),
    "佐藤：2026年10月分　P-1に相違の連絡があります。支払先と確認してから支払ってください。",
    expect.stringContaining("遅延利息"),
    expect.stringContaining("未確認"),
  ]);
  expect(payoutNotes(means, [{ ...to, interest: 0, late: false, disputed: [] }])).toEqual([]);
});

test("what was paid stays until the payment is taken back", () => {
  expect(cannotCancelBill({ cancelled_time: null, paid: 500 })).toContain("先に支払を取り消して");
  expect(cannotCancelBill({ cancelled_time: null, paid: 0 })).toBe(null);
});
