import { taxByRate } from "~/lib/money/tax";
import type { InvoiceBasis, NoteTax } from "~/lib/vocabulary/document";
import type { Rounding } from "~/lib/vocabulary/rounding";

type Taxed = { delivery_key: number | null; price: number; tax_rate: number; tax_rounding: Rounding };

const noteName = ({ delivery_key, tax_rate }: Pick<NoteTax, "delivery_key" | "tax_rate">) =>
  `${delivery_key} ${tax_rate}`;

/** What stands on 請求書, by 納品書 and rate. */
function sumOf(all: NoteTax[]): Map<string, NoteTax> {
  const sums = new Map<string, NoteTax>();
  for (const one of all) {
    const sum = sums.get(noteName(one)) ?? { ...one, base: 0, tax: 0 };
    sums.set(noteName(one), { ...sum, base: sum.base + one.base, tax: sum.tax + one.tax });
  }
  return sums;
}

/**
 * The tax of all that is billed of a 納品書, rounded once by its own frozen rounding, less what was taxed of it
 * before: in however many parts, its 請求書 together bear the tax of the whole (R1-7).
 */
function noteTaxes(lines: Taxed[], before: NoteTax[]): NoteTax[] {
  const notes = new Map<number | null, Taxed[]>();
  for (const line of lines) notes.set(line.delivery_key, [...(notes.get(line.delivery_key) ?? []), line]);
  const sums = sumOf(before);
  return [...notes].flatMap(([delivery_key, note]) => {
    const parts = sumOf(note.map(({ tax_rate, price }) => ({ delivery_key, tax_rate, base: price, tax: 0 })));
    return [...parts.values()].map(({ tax_rate, base }) => {
      const known = delivery_key === null ? undefined : sums.get(noteName({ delivery_key, tax_rate }));
      const whole = taxByRate([{ amount: base + (known?.base ?? 0), tax_rate }], note[0]!.tax_rounding);
      return { delivery_key, tax_rate, base, tax: whole.tax - (known?.tax ?? 0) };
    });
  });
}

/** Once per rate over all lines (R1-5), or by 納品書; `before`: what stands on other 請求書 of these. */
export function invoiceTotals(
  lines: Taxed[],
  basis: InvoiceBasis,
  tax_rounding: Rounding,
  before: NoteTax[] = [],
) {
  if (basis === "monthly") {
    const amounts = lines.map(({ price, tax_rate }) => ({ amount: price, tax_rate }));
    return { ...taxByRate(amounts, tax_rounding), by_note: [] };
  }
  const by_note = noteTaxes(lines, before);
  const by_rate = [...sumOf(by_note.map((one) => ({ ...one, delivery_key: null }))).values()]
    .map(({ tax_rate, base, tax }) => ({ tax_rate, base, tax }))
    .sort((a, b) => b.tax_rate - a.tax_rate);
  const total = (name: "base" | "tax") => by_rate.reduce((sum, one) => sum + one[name], 0);
  return {
    by_rate,
    by_note,
    subtotal: total("base"),
    tax: total("tax"),
    total: total("base") + total("tax"),
  };
}
