import { dateParts, type ISODate, isoDate, shiftMonth } from "~/lib/time/date";

/** A, B, … Z, AA. */
function letterOf(n: number): string {
  const last = String.fromCharCode(65 + (n % 26));
  return n < 26 ? last : letterOf(Math.floor(n / 26) - 1) + last;
}

/** 消込文字: what settles each other, also over a third, bears the same letter; given out as the rows come. */
export function matchLetters(keys: string[], links: [string, string][]): Map<string, string> {
  const parent = new Map<string, string>();
  const rootOf = (key: string): string => {
    const above = parent.get(key);
    if (above === undefined || above === key) return key;
    const root = rootOf(above);
    parent.set(key, root);
    return root;
  };
  for (const [a, b] of links) {
    const [from, to] = [rootOf(a), rootOf(b)];
    parent.set(from, to);
    parent.set(to, to);
  }
  const letters = new Map<string, string>();
  const found = new Map<string, string>();
  for (const key of keys) {
    if (!parent.has(key)) continue;
    const root = rootOf(key);
    if (!letters.has(root)) letters.set(root, letterOf(letters.size));
    found.set(key, letters.get(root)!);
  }
  return found;
}

type Entry = { billed: number; received: number };

/** Opening balance + rows = closing balance. */
export function runningBalance<E extends Entry>(opening: number, entries: E[]) {
  let balance = opening;
  const rows = entries.map((entry) => {
    balance += entry.billed - entry.received;
    return { ...entry, balance };
  });
  return { rows, closing: balance };
}

type Asked = { from?: ISODate | undefined; to?: ISODate | undefined };

/** Two months back from the first of this one, so that a 締め and its money stand together. */
export function periodAsked({ from, to }: Asked, today: ISODate): { from: ISODate; to: ISODate } {
  const end = to ?? (from && from > today ? from : today);
  const { year, month } = dateParts(end);
  const ym = shiftMonth(year * 100 + month, -2);
  return { from: from ?? isoDate(Math.floor(ym / 100), ym % 100, 1), to: end };
}
