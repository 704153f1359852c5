/** Whole parts of `total` in proportion, by largest remainder; the earlier first where they are alike. */
export function apportion(weights: number[], total: number): number[] {
  const sum = weights.reduce((all, one) => all + one, 0);
  if (sum === 0) return weights.map(() => 0);
  const exact = weights.map((one) => (one * total) / sum);
  // A third of a minute three times is not a minute in binary.
  const parts = exact.map((one) => Math.floor(one + 1e-9));
  const left = total - parts.reduce((all, one) => all + one, 0);
  const order = exact
    .map((one, index) => ({ index, rest: Math.round((one - parts[index]!) * 1e6) }))
    .sort((a, b) => b.rest - a.rest || a.index - b.index);
  for (const { index } of order.slice(0, left)) parts[index]! += 1;
  return parts;
}

/** Shares that come to 100.0 together. */
export const percents = (values: number[]): string[] =>
  apportion(values, values.some((value) => value > 0) ? 1000 : 0).map((tenths) => (tenths / 10).toFixed(1));

/** `numerator` of `denominator` times `scale`, half up; null of nothing. */
export function ratio(numerator: bigint, denominator: bigint, places: number, scale = 100n): string | null {
  if (denominator <= 0n) return null;
  const size = 10n ** BigInt(places);
  const twice = 2n * (numerator < 0n ? -numerator : numerator) * scale * size;
  const digits = String((twice + denominator) / (2n * denominator)).padStart(places + 1, "0");
  const text = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
  return numerator < 0n && /[1-9]/.test(text) ? `-${text}` : text;
}
