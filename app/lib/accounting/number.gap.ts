/** What a row of numbers leaves out between its first and its last; a 訂正版 repeats the number of its 請求書. */
export function missingNumbers(numbers: string[]): string[] {
  const rows = new Map<string, { known: Set<number>; digits: number }>();
  for (const number of numbers) {
    const [, kind, digits] = /^(.+?)-(\d+)/.exec(number) ?? [];
    if (kind === undefined || digits === undefined) continue;
    const row = rows.get(kind) ?? { known: new Set<number>(), digits: digits.length };
    row.known.add(Number(digits));
    rows.set(kind, row);
  }
  return [...rows].sort().flatMap(([kind, { known, digits }]) => {
    const missing: string[] = [];
    const sorted = [...known].sort((a, b) => a - b);
    for (const [at, number] of sorted.slice(1).entries())
      for (let lost = sorted[at]! + 1; lost < number && missing.length < MOST; lost++)
        missing.push(`${kind}-${String(lost).padStart(digits, "0")}`);
    return missing;
  });
}
const MOST = 100;
