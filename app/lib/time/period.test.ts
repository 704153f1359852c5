import { expect, test } from "vitest";
import fc, { runs } from "~/lib/dice.testing";
import vectors from "~/lib/japan-vectors.json";
import type { BankShift } from "./bankday";
import { addDays, shiftMonth, tokyoDate, weekday } from "./date";
import { dueDate, formatPeriod, paymentPeriod, periodOf, type Terms, termsLabel } from "./period";

const terms = (
  is_payment_last_date: boolean,
  payment_date: number | null,
  pay_month = 1,
  pay_day = 31,
): Terms => ({
  is_payment_last_date,
  payment_date,
  pay_month,
  pay_day,
});

test.each(vectors.payment_period)(
  "period $ym closing on $payment_date is $label",
  ({ ym, start, end, ...closing }) => {
    expect(paymentPeriod(ym, terms(closing.is_payment_last_date, closing.payment_date))).toEqual({
      start,
      end,
    });
  },
);

test.each([
  [202701, 20, "2026-12-21", "2027-01-20"],
  [202603, 31, "2026-03-01", "2026-03-31"],
  [202602, 29, "2026-01-30", "2026-02-28"],
  [202601, 1, "2025-12-02", "2026-01-01"],
])("period %i closing on %i", (ym, day, start, end) => {
  expect(paymentPeriod(ym, terms(false, day))).toEqual({ start, end });
});

test.each(vectors.period_of_instant)(
  "a delivery at $utc is of $ym",
  ({ utc, jst_date, payment_date, ym, is_payment_last_date }) => {
    expect(tokyoDate(utc)).toBe(jst_date);
    expect(periodOf(tokyoDate(utc), terms(is_payment_last_date, payment_date))).toBe(ym);
  },
);

test("periods follow one another without gap or overlap, for every closing day over 60 months", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 31 }),
      fc.boolean(),
      fc.integer({ min: 0, max: 59 }),
      (day, last, n) => {
        const t = terms(last, last ? null : day);
        const ym = shiftMonth(202401, n);
        const { start, end } = paymentPeriod(ym, t);
        expect(start <= end).toBe(true);
        expect(paymentPeriod(shiftMonth(ym, 1), t).start).toBe(addDays(end, 1));
        for (let d = start; d <= end; d = addDays(d, 1)) expect(periodOf(d, t)).toBe(ym);
      },
    ),
    { numRuns: runs(1000) },
  );
});

test.each(vectors.due_date)(
  "closed $closing, paid $due",
  ({ closing, months_after, day, due, weekday: name }) => {
    expect(dueDate(closing, terms(false, 20, months_after, day))).toBe(due);
    expect("日月火水木金土"[weekday(due)]).toBe(name);
  },
);

test.each(vectors.due_date_bank_shift)(
  "closed $closing, banks closed on the $day: $bank_shift is $due",
  ({ closing, months_after, day, bank_shift, due }) => {
    expect(
      dueDate(closing, { ...terms(false, 20, months_after, day), bank_shift: bank_shift as BankShift }),
    ).toBe(due);
  },
);

test("a due date past a month's end is its last day", () => {
  expect(dueDate("2026-01-31", terms(true, null, 1, 31))).toBe("2026-02-28");
});

test("a period is shown as start ~ end", () => {
  expect(formatPeriod(paymentPeriod(202610, terms(false, 20)))).toBe("2026/9/21 ~ 2026/10/20");
});

test.each<[Terms, string]>([
  [terms(false, 20, 1, 20), "20日締め翌月20日払い"],
  [terms(true, null, 1, 31), "末締め翌月末払い"],
  [terms(true, 20, 2, 5), "末締め翌々月5日払い"],
  [{ ...terms(false, 20, 1, 20), bank_shift: "next" }, "20日締め翌月20日払い・銀行休業日は翌営業日"],
  [{ ...terms(false, 31, 0, 31), bank_shift: "none" }, "末締め当月末払い"],
  [terms(false, 25, 3, 10), "25日締め3か月後10日払い"],
])("terms are named as people say them: %o", (t, label) => {
  expect(termsLabel(t)).toBe(label);
});
