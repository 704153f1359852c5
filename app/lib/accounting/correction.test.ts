import { expect, test } from "vitest";
import fc from "~/lib/dice.testing";
import { ROUNDINGS } from "~/lib/vocabulary/rounding";
import {
  cannotCorrect,
  cannotRevise,
  isCreditNote,
  isSameBill,
  redLine,
  redSettles,
  redTotals,
  taxKindOf,
} from "./correction";
import { invoiceTotals } from "./note.tax";

const line = fc.record({
  delivery_key: fc.option(fc.integer({ min: 1, max: 4 })),
  num_units: fc.integer({ min: -9999, max: 9999 }).map(String),
  price: fc.integer({ min: -9_999_999, max: 9_999_999 }),
  tax_rate: fc.constantFrom(10, 8, 5, 3, 0),
});

test("赤 takes 黒 back to the yen, rate by rate, in every way of rounding (R4-9)", () => {
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 12 }),
      fc.constantFrom(...ROUNDINGS),
      fc.array(fc.constantFrom(...ROUNDINGS), { minLength: 5, maxLength: 5 }),
      fc.constantFrom("monthly" as const, "delivery_note" as const),
      (lines, rounding, ofNotes, invoice_basis) => {
        const whole = lines.map((one) => ({
          ...one,
          sales_date: "2026-11-01",
          billing_ym: null,
          invoice_basis,
          tax_rounding: one.delivery_key === null ? rounding : ofNotes[one.delivery_key]!,
        }));
        const black = invoiceTotals(whole, invoice_basis, rounding);
        const red = invoiceTotals(whole.map(redLine), invoice_basis, rounding);
        expect(red).toEqual(redTotals(black));
        expect(red.total + black.total).toBe(0);
        expect(whole.map(redLine).map(redLine)).toEqual(whole);
      },
    ),
  );
});

test("what is open is settled by the 赤, what was paid stays as credit", () => {
  fc.assert(
    fc.property(fc.integer({ min: -99_999, max: 99_999 }), fc.nat({ max: 99_999 }), (total, paid) => {
      const { settled, left } = redSettles(total, Math.min(paid, Math.abs(total)));
      expect(settled + left).toBe(Math.abs(total));
      expect(left).toBe(Math.min(paid, Math.abs(total)));
    }),
  );
});

test("適格返還請求書 from ¥10,000 with tax as one claim, of a registered issuer (R1-9)", () => {
  const seller = { registration_number: "T8700110005901" };
  expect(isCreditNote(seller, "red", -10_000)).toBe(true);
  expect(isCreditNote(seller, "red", -9999)).toBe(false);
  expect(isCreditNote(seller, "black", 10_000)).toBe(false);
  expect(isCreditNote({ registration_number: null }, "red", -10_000)).toBe(false);
});

test("a 請求書 is corrected once; its 黒 may be again; a 訂正版 only of what nobody has opened", () => {
  const fine = { cancelled_time: null, correction: null, is_reversed: false };
  expect(cannotCorrect(fine)).toBeNull();
  expect(cannotCorrect({ ...fine, correction: "black" })).toBeNull();
  expect(cannotCorrect({ ...fine, correction: "red" })).toContain("赤伝");
  expect(cannotCorrect({ ...fine, is_reversed: true })).toContain("訂正済み");
  expect(cannotCorrect({ ...fine, cancelled_time: "x" })).toContain("取り消され");
  const fresh = {
    correction: null,
    viewed_time: null,
    is_handed: false,
    is_answered: false,
    settled: 0,
    follower: null,
  };
  expect(cannotRevise(fresh)).toBeNull();
  expect(cannotRevise({ ...fresh, viewed_time: "x" })).toContain("閲覧");
  expect(cannotRevise({ ...fresh, is_handed: true })).toContain("紙で渡して");
  expect(cannotRevise({ ...fresh, is_answered: true })).toContain("確認して");
  expect(cannotRevise({ ...fresh, settled: 1 })).toContain("入金");
  expect(cannotRevise({ ...fresh, follower: "S2612-0001" })).toContain("S2612-0001");
  expect(cannotRevise({ ...fresh, correction: "black" })).toContain("黒伝");
});

test("a 黒 says the same where no line, figure, day or word of it differs", () => {
  const one = {
    line_no: 1,
    name: "軸",
    num_units: "2",
    unit: "piece",
    unit_price: "50",
    price: 100,
    tax_rate: 10,
  };
  const two = { ...one, line_no: 2, name: "蓋" };
  const was = { due_date: "2026-11-30", note: null, total: 220, lines: [one, two] };
  expect(isSameBill(was, { ...was, note: "", lines: [{ ...one }, { ...two }] })).toBe(true);
  const others = [
    { ...was, due_date: "2026-12-01" },
    { ...was, note: "訂正" },
    { ...was, total: 221 },
    { ...was, lines: [one] },
    { ...was, lines: [two, one] },
    { ...was, lines: [one, { ...two, line_no: undefined }] },
    { ...was, lines: [one, { ...two, name: "フタ" }] },
    { ...was, lines: [one, { ...two, tax_rate: 8 }] },
  ];
  for (const other of others) expect(isSameBill(was, other)).toBe(false);
});

test("the kind of tax that gave a line its rate, by the day of its supply", () => {
  const at = (tax_rate: number, sales_date: string, original_date: string | null = null) =>
    taxKindOf({ tax_rate, sales_date, original_date });
  expect(at(10, "2026-11-01")).toBe("standard");
  expect(at(8, "2026-11-01")).toBe("reduced");
  expect(at(8, "2026-11-01", "2019-09-30")).toBe("standard");
  expect(at(0, "2026-11-01")).toBe("exempt");
});
