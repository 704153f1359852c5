import { expect, test } from "vitest";
import vectors from "~/lib/japan-vectors.json";
import { shiftMonth } from "~/lib/time/date";
import { dueDate, paymentPeriod, type Terms, termsLabel } from "~/lib/time/period";
import { lateInterest, paymentCheck, receiptProblem, termsCheck, termsProblem } from "./terms";

const terms = (day: number, pay_month: number, pay_day: number): Terms => ({
  is_payment_last_date: day === 31,
  payment_date: day === 31 ? null : day,
  pay_month,
  pay_day,
});

test.each(vectors.toriteki_60_days)(
  "received $received, paid $pay: $verdict",
  ({ received, pay, days_inclusive, verdict }) => {
    expect(paymentCheck(received, pay)).toEqual({ days: days_inclusive, verdict });
  },
);

test.each(vectors.toriteki_bank_shift)(
  "received $received, agreed for $agreed, paid $pay: $verdict",
  ({ received, agreed, pay, days_inclusive, verdict }) => {
    expect(paymentCheck(received, pay, agreed)).toEqual({ days: days_inclusive, verdict });
  },
);

test("末締め翌月末 keeps to the two months by the bank day before, and breaks them by the one after (12/31 to 1/4)", () => {
  expect(termsCheck({ ...terms(31, 1, 31), bank_shift: "previous" })).toEqual({
    max_days: 62,
    verdict: "over_60_days_but_within_2_months",
  });
  expect(termsCheck({ ...terms(31, 1, 31), bank_shift: "next" }).verdict).toBe("violation");
  expect(termsCheck({ ...terms(31, 1, 10), bank_shift: "next" }).verdict).toBe("ok");
});

test.each(vectors.toriteki_terms)("$name: at most $max_days days, $verdict", (v) => {
  const t = terms(v.closing_day, v.months_after, v.pay_day);
  expect(termsLabel(t)).toBe(v.name);
  expect(termsCheck(t)).toEqual({ max_days: v.max_days, verdict: v.verdict });
});

test.each([
  ["末締め翌月25日", terms(31, 1, 25), 56, "ok"],
  ["15日締め翌月末", terms(15, 1, 31), 77, "violation"],
  ["末締め翌々月末", terms(31, 2, 31), 92, "violation"],
])("%s", (_name, t, max_days, verdict) => {
  expect(termsCheck(t)).toEqual({ max_days, verdict });
});

test("terms that ask for payment before closing are refused with a sentence", () => {
  expect(termsProblem(terms(20, 0, 10))).toContain("支払日が締日より前");
  expect(termsProblem(terms(20, 0, 31))).toBeNull();
  expect(termsProblem(terms(20, 1, 10))).toBeNull();
});

test("当月 is allowed only where no month of any length would be paid before it is closed", () => {
  for (let day = 1; day <= 31; day += 1)
    for (let pay_day = 1; pay_day <= 31; pay_day += 1) {
      const given = terms(day, 0, pay_day);
      const ends = Array.from({ length: 26 }, (_, n) => paymentPeriod(shiftMonth(202401, n), given).end);
      const isEarly = ends.some((end) => dueDate(end, given) < end);
      expect([day, pay_day, termsProblem(given) !== null]).toEqual([day, pay_day, isEarly]);
    }
});

test("as goods come in, terms that pay them too late say until when to pay, but not where the law is known not to apply", () => {
  const late = terms(15, 1, 31);
  expect(receiptProblem("2026-11-16", late, "covered")).toContain("2027/1/31(日)（受領から77日目）");
  expect(receiptProblem("2026-11-16", late, "unknown")).toContain("60日目の2027/1/14(木)まで");
  expect(receiptProblem("2026-11-16", late, "exempt")).toBe(null);
  expect(receiptProblem("2026-11-15", late, "covered")).toBe(null);
  expect(receiptProblem("2026-11-16", terms(31, 1, 31), "covered")).toBe(null);
});

test.each(vectors.late_interest_14_6)("interest on $amount received $received, paid $paid", (v) => {
  expect(lateInterest(v.amount, v.received, v.paid)).toEqual({
    interest_from: v.interest_from,
    days: v.days,
    interest: v.interest_floor,
  });
});
