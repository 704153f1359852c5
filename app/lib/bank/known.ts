import type { Doubt, StatementRow } from "./statement";

/** What says that two rows of files are the same movement on the account. */
type Mark = Pick<StatementRow, "date" | "direction" | "amount" | "payer_kana" | "balance" | "number"> & {
  format: string;
};

type Sorted<R> = { row: R; known: number | null; doubt: Doubt | null };

const baseOf = ({ date, direction, amount }: Mark) => `${date} ${direction} ${amount}`;
const nameOf = ({ payer_kana }: Mark) => (payer_kana ?? "").replace(/[\s.・()（）-]/g, "");

/**
 * Which rows of a file are known already: by their balance where both say it, else in their order within the
 * day. What only may be the same comes in as doubtful.
 */
export function sortKnown<R extends Mark & { doubt: Doubt | null }>(
  rows: R[],
  before: (Mark & { key: number })[],
): Sorted<R>[] {
  const free = new Map<string, (Mark & { key: number })[]>();
  for (const one of before) free.set(baseOf(one), [...(free.get(baseOf(one)) ?? []), one]);
  const take = (row: R, fits: (one: Mark) => boolean): number | null => {
    const list = free.get(baseOf(row)) ?? [];
    const at = list.findIndex(fits);
    return at < 0 ? null : list.splice(at, 1)[0]!.key;
  };
  const byBalance = rows.map((row) =>
    row.balance === null ? null : take(row, (one) => one.balance === row.balance && sameName(row, one)),
  );
  const bySequence = rows.map((row, index) =>
    byBalance[index] !== null
      ? byBalance[index]!
      : take(row, (one) => sameName(row, one) && maySame(row, one)),
  );
  return rows.map((row, index) => {
    const known = bySequence[index] ?? null;
    const like = known === null && (free.get(baseOf(row)) ?? []).some((one) => mayTwin(row, one));
    return { row, known, doubt: row.doubt ?? (like ? "twin" : null) };
  });
}

const sameName = (a: Mark, b: Mark) => nameOf(a) === nameOf(b);
const bothBalances = (a: Mark, b: Mark) => a.balance !== null && b.balance !== null;
/** Two notices of one kind number what they tell: another number is another row. */
const otherNumber = (a: Mark, b: Mark) =>
  a.format === b.format && a.number !== null && b.number !== null && a.number !== b.number;
const maySame = (a: Mark, b: Mark) => !bothBalances(a, b) && !otherNumber(a, b);
const mayTwin = (a: Mark, b: Mark) => !bothBalances(a, b) || a.balance === b.balance;
