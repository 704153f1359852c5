import type { ISODate } from "~/lib/time/date";
import type { Rounding } from "~/lib/vocabulary/rounding";
import { roundDiv, toYen } from "./amount";

/** A line's amount in yen without tax, and its rate in percent. */
export type TaxLine = { amount: number; tax_rate: number };
export type RateTotal = { tax_rate: number; base: number; tax: number };
export type TaxTotals = { by_rate: RateTotal[]; subtotal: number; tax: number; total: number };
type TaxKind = "standard" | "reduced" | "exempt";

// Percent may have three places, should a law ever want it.
const perMille = (percent: number) => BigInt(Math.round(percent * 1000));

function totals(by_rate: RateTotal[]): TaxTotals {
  const subtotal = by_rate.reduce((sum, r) => sum + r.base, 0);
  const tax = by_rate.reduce((sum, r) => sum + r.tax, 0);
  return { by_rate: by_rate.sort((a, b) => b.tax_rate - a.tax_rate), subtotal, tax, total: subtotal + tax };
}

/** Tax of one qualified invoice: rounded once per rate, never per line (R1-5). Rates from high to low. */
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

/** Tax within a tax-inclusive total of one rate; the base is what is left (R1-5). */
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

/** Percent on the date of supply (R1-14). */
export function taxRate(date: ISODate, kind: TaxKind = "standard"): number {
  const row = RATES.find(([from]) => from <= date);
  if (!row || kind === "exempt") return 0;
  return kind === "reduced" ? row[2] : row[1];
}

/**
 * Where each 納品書 is the qualified invoice: rounded per note per rate, then summed (R1-7).
 * `difference` is what one monthly rounding of the same lines would add to the tax.
 */
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

/** Percent deductible on purchases from unregistered suppliers (R1-11); null before the measure began. */
export function transitionalDeduction(date: ISODate): number | null {
  return TRANSITION.find(([from]) => from <= date)?.[1] ?? null;
}

/** A 適格返還請求書 is due from 10,000 yen with tax, judged on the whole claim (R1-9). */
export function creditNoteRequired(lines: { amount_incl: number }[]): boolean {
  return Math.abs(lines.reduce((sum, line) => sum + line.amount_incl, 0)) >= 10_000;
}
