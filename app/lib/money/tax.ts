import type { ISODate } from "~/lib/time/date";
import type { Rounding } from "~/lib/vocabulary/rounding";
import { roundDiv, toYen } from "./amount";

export type TaxLine = { amount: number; tax_rate: number };
type RateTotal = { tax_rate: number; base: number; tax: number };
export type TaxTotals = { by_rate: RateTotal[]; subtotal: number; tax: number; total: number };
type TaxKind = "standard" | "reduced" | "exempt";

const perMille = (percent: number) => BigInt(Math.round(percent * 1000));

function totals(by_rate: RateTotal[]): TaxTotals {
  const subtotal = by_rate.reduce((sum, r) => sum + r.base, 0);
  const tax = by_rate.reduce((sum, r) => sum + r.tax, 0);
  return { by_rate: by_rate.sort((a, b) => b.tax_rate - a.tax_rate), subtotal, tax, total: subtotal + tax };
}

/** R1-5: tax of a qualified invoice is rounded once per rate, never per line. */
export function taxByRate(lines: TaxLine[], mode: Rounding): TaxTotals {
  const bases = new Map<number, number>();
  for (const line of lines) bases.set(line.tax_rate, (bases.get(line.tax_rate) ?? 0) + line.amount);
  const by_rate = [...bases].map(([tax_rate, base]) => ({
    tax_rate,
    base,
    tax: toYen(roundDiv(BigInt(base) * perMille(tax_rate), 100_000n, mode)),
  }));
  return totals(by_rate);
}

/** R1-5. */
export function taxIncluded(total: number, rate: number, mode: Rounding): { base: number; tax: number } {
  const tax = toYen(roundDiv(BigInt(total) * perMille(rate), 100_000n + perMille(rate), mode));
  return { base: total - tax, tax };
}

// D16: effective from, standard, reduced; newest first.
const RATES: [ISODate, number, number][] = [
  ["2019-10-01", 10, 8],
  ["2014-04-01", 8, 8],
  ["1997-04-01", 5, 5],
  ["1989-04-01", 3, 3],
];

/** R1-14: the date of supply. */
export function taxRate(date: ISODate, kind: TaxKind = "standard"): number {
  const row = RATES.find(([from]) => from <= date);
  if (!row || kind === "exempt") return 0;
  return kind === "reduced" ? row[2] : row[1];
}

/** R1-7: where each 納品書 is the qualified invoice it is rounded per note and rate, then summed. */
export function deliveryNoteTax(notes: TaxLine[][], mode: Rounding): TaxTotals & { difference: number } {
  const rates = new Map<number, RateTotal>();
  for (const { tax_rate, base, tax } of notes.flatMap((lines) => taxByRate(lines, mode).by_rate)) {
    const sum = rates.get(tax_rate) ?? { tax_rate, base: 0, tax: 0 };
    rates.set(tax_rate, { tax_rate, base: sum.base + base, tax: sum.tax + tax });
  }
  const sum = totals([...rates.values()]);
  return { ...sum, difference: taxByRate(notes.flat(), mode).tax - sum.tax };
}

const TRANSITION: [ISODate, number][] = [
  ["2031-10-01", 0],
  ["2030-10-01", 30],
  ["2028-10-01", 50],
  ["2026-10-01", 70],
  ["2023-10-01", 80],
];

/** R1-11: purchases from unregistered suppliers; null before the measure began. */
export function transitionalDeduction(date: ISODate): number | null {
  return TRANSITION.find(([from]) => from <= date)?.[1] ?? null;
}

/** R1-9: from 10,000 yen with tax, judged on the whole claim. */
export function creditNoteRequired(lines: { amount_incl: number }[]): boolean {
  return Math.abs(lines.reduce((sum, line) => sum + line.amount_incl, 0)) >= 10_000;
}
