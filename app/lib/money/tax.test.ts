import { expect, test } from "vitest";
import vectors from "~/lib/japan-vectors.json";
import type { Rounding } from "~/lib/vocabulary/rounding";
import {
  creditNoteRequired,
  deliveryNoteTax,
  taxByRate,
  taxIncluded,
  taxRate,
  transitionalDeduction,
} from "./tax";

const MODES: Rounding[] = ["floor", "half_up", "ceil"];
const at10 = (...amounts: number[]) => amounts.map((amount) => ({ amount, tax_rate: 10 }));

test.each(vectors.invoice_tax_exclusive)("tax once per rate: $name", ({ lines, ...expected }) => {
  for (const mode of MODES) {
    const { by_rate, ...sums } = taxByRate(
      lines.map(({ amount, rate }) => ({ amount, tax_rate: rate })),
      mode,
    );
    const { by_rate: rates, ...rest } = expected[mode];
    expect(sums).toEqual(rest);
    expect(Object.fromEntries(by_rate.map(({ tax_rate, base, tax }) => [tax_rate, { base, tax }]))).toEqual(
      rates,
    );
  }
});

test("rates stand from high to low, and a return's tax is negative", () => {
  const lines = [
    { amount: 100, tax_rate: 0 },
    { amount: 100, tax_rate: 8 },
    { amount: 100, tax_rate: 10 },
  ];
  expect(taxByRate(lines, "floor").by_rate.map((r) => r.tax_rate)).toEqual([10, 8, 0]);
  expect(taxByRate(at10(-105), "floor").tax).toBe(-10);
  expect(taxByRate([], "floor")).toEqual({ by_rate: [], subtotal: 0, tax: 0, total: 0 });
});

test.each(vectors.invoice_tax_inclusive)(
  "tax within $total at $rate% ($mode)",
  ({ mode, total, rate, tax, base }) => {
    expect(taxIncluded(total, rate, mode as Rounding)).toEqual({ base, tax });
  },
);

test.each(vectors.delivery_note_vs_invoice)("per delivery note or per month: $notes $mode", (v) => {
  const notes = v.notes.map((amount) => [{ amount, tax_rate: v.rate }]);
  const sum = deliveryNoteTax(notes, v.mode as Rounding);
  expect(sum.tax).toBe(v.tax_if_delivery_note_is_the_invoice);
  expect(taxByRate(notes.flat(), v.mode as Rounding).tax).toBe(v.tax_if_monthly_invoice_is_the_invoice);
  expect(sum.difference).toBe(v.difference);
  expect(sum.total).toBe(sum.subtotal + sum.tax);
});

test.each(vectors.credit_note_required)(
  "a return of $total yen needs a credit note: $must_issue",
  ({ lines, must_issue }) => {
    expect(creditNoteRequired(lines)).toBe(must_issue);
    expect(creditNoteRequired(lines.map(({ amount_incl }) => ({ amount_incl: -amount_incl })))).toBe(
      must_issue,
    );
  },
);

test.each(vectors.transitional_deduction)("a purchase of $date deducts $percent%", ({ date, percent }) => {
  expect(transitionalDeduction(date)).toBe(percent);
});

test("the measure steps down on its first days and ends", () => {
  const steps = ["2026-09-30", "2028-10-01", "2031-10-01"].map(transitionalDeduction);
  expect(steps).toEqual([80, 50, 0]);
});

test("the tax rate is that of the date of supply", () => {
  expect([taxRate("2019-09-30"), taxRate("2019-10-01"), taxRate("2026-11-21", "reduced")]).toEqual([
    8, 10, 8,
  ]);
  expect([taxRate("1989-03-31"), taxRate("2014-03-31", "reduced"), taxRate("2026-11-21", "exempt")]).toEqual([
    0, 5, 0,
  ]);
});
