import fc from "fast-check";
import { expect, test } from "vitest";
import { taxByRate } from "~/lib/money/tax";
import type { NoteTax } from "~/lib/vocabulary/document";
import type { Rounding } from "~/lib/vocabulary/rounding";
import { redTotals } from "./correction";
import { invoiceTotals } from "./note.tax";

const line = (delivery_key: number, price: number, tax_rate = 10, tax_rounding: Rounding = "floor") => ({
  delivery_key,
  price,
  tax_rate,
  tax_rounding,
});
const [one, two] = [line(1, 105), line(1, 105)];
const billed = (lines: (typeof one)[], before: NoteTax[] = []) =>
  invoiceTotals(lines, "delivery_note", "floor", before);

test("the parts of a 納品書 bear the tax of the whole: 10 and 11 are 21 (R1-7)", () => {
  expect(billed([one, two]).tax).toBe(21);
  const first = billed([one]);
  expect(first).toMatchObject({ tax: 10, by_note: [{ delivery_key: 1, tax_rate: 10, base: 105, tax: 10 }] });
  expect(billed([two], first.by_note)).toMatchObject({ subtotal: 105, tax: 11, total: 116 });
  expect(billed([two], billed([line(2, 105)]).by_note).tax).toBe(10);
  expect(billed([line(1, 105, 8)], first.by_note).tax).toBe(8);
});

type Bill = { id: number; lines: (typeof one & { id: number })[]; totals: ReturnType<typeof billed> };

test("in any order of 請求書, 取消, 赤 and 黒 what was just billed of a 納品書 bears its tax, rounded once", () => {
  const rounding = fc.constantFrom<Rounding>("floor", "half_up", "ceil");
  const prices = fc.array(fc.tuple(fc.integer({ min: -500, max: 5_000 }), fc.constantFrom(10, 8)), {
    minLength: 2,
    maxLength: 6,
  });
  const acts = fc.array(fc.tuple(fc.constantFrom("bill", "red", "black"), fc.nat(63)), { maxLength: 14 });
  fc.assert(
    fc.property(rounding, prices, acts, (mode, given, moves) => {
      const all = given.map(([price, rate], id) => ({ ...line(1, price, rate, mode), id }));
      let standing: Bill[] = [];
      let everything = { base: 0, tax: 0 };
      const add = (totals: { subtotal: number; tax: number }) => {
        everything = { base: everything.base + totals.subtotal, tax: everything.tax + totals.tax };
      };
      const take = (bill: Bill) => {
        standing = standing.filter((other) => other !== bill);
        const red = redTotals(bill.totals);
        expect([red.tax + bill.totals.tax, red.total + bill.totals.total]).toEqual([0, 0]);
        add(red);
      };
      const issue = (lines: Bill["lines"]) => {
        if (lines.length === 0) return;
        const before = standing.flatMap((bill) => bill.totals.by_note);
        const totals = invoiceTotals(lines, "delivery_note", mode, before);
        standing.push({ id: standing.length, lines, totals });
        add(totals);
        const rates = new Set(lines.map(({ tax_rate }) => tax_rate));
        const sums = standing.flatMap((bill) => bill.totals.by_note).filter((sum) => rates.has(sum.tax_rate));
        const noted = standing.flatMap((bill) => bill.lines).filter((sum) => rates.has(sum.tax_rate));
        const whole = taxByRate(
          noted.map(({ price, tax_rate }) => ({ amount: price, tax_rate })),
          mode,
        );
        expect(sums.reduce((sum, { tax }) => sum + tax, 0)).toBe(whole.tax);
      };
      for (const [what, mask] of moves) {
        const isIn = ({ id }: { id: number }) => (mask >> id) % 2 === 1;
        const bill = standing[mask % Math.max(1, standing.length)];
        if (what === "bill") {
          const free = all.filter(({ id }) => !standing.some((x) => x.lines.some((y) => y.id === id)));
          issue(free.filter(isIn));
        } else if (bill) {
          take(bill);
          if (what === "black") issue(bill.lines.filter(isIn));
        }
      }
      const left = standing.reduce((sum, { totals }) => sum + totals.tax, 0);
      expect(everything.tax).toBe(left);
    }),
  );
});
