import { compareDecimal, decimal, milli } from "~/lib/money/decimal";

type Due = { delivery_date: string | null; is_urgent: boolean; card_id: string };

const LAST = "9999";
/** Who is served first: 納期, then 特急, then the number of the card. */
export const byDue = (a: Due, b: Due): number =>
  (a.delivery_date ?? LAST).localeCompare(b.delivery_date ?? LAST) ||
  Number(b.is_urgent) - Number(a.is_urgent) ||
  a.card_id.localeCompare(b.card_id, "en", { numeric: true });

type Wanting = Due & { product_id: number; lacking: string };

/** A suggestion for each, in that order: what is free of its product, until there is none. */
export function shareOut<W extends Wanting>(
  rows: W[],
  free: ReadonlyMap<number, string>,
): (W & { suggest: string })[] {
  const left = new Map([...free].map(([product_id, num]) => [product_id, milli(num)]));
  return [...rows].sort(byDue).map((row) => {
    const there = left.get(row.product_id) ?? 0n;
    const wanted = compareDecimal(row.lacking, "0") > 0 ? milli(row.lacking) : 0n;
    const given = there < wanted ? there : wanted;
    left.set(row.product_id, there - given);
    return { ...row, suggest: decimal(given) };
  });
}
