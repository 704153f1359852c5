import { ratio } from "./share";

/** `id` null: no reason was given. `num` in thousandths, yen or times. */
type Cause = { id: number | null; label: string; num: bigint };
type Bar = Cause & { cumulative: string | null };

const OTHERS = "その他";

/**
 * The largest `top`, ties in the order they come in; a tie at the cut stays whole, その他 is never of one, and
 * it and 理由なし stand last.
 */
export function pareto(causes: Cause[], top: number): Bar[] {
  const ranked = causes
    .filter(({ id, num }) => id !== null && num > 0n)
    .sort((a, b) => (a.num === b.num ? 0 : a.num > b.num ? -1 : 1));
  const least = ranked[top - 1]?.num ?? 0n;
  const tail = ranked.filter(({ num }, index) => index >= top && num < least);
  const head = tail.length > 1 ? ranked.slice(0, -tail.length) : ranked;
  const others = tail.reduce((sum, { num }) => sum + num, 0n);
  const rest = tail.length > 1 ? [{ id: null, label: OTHERS, num: others }] : [];
  const shown = [...head, ...rest, ...causes.filter(({ id, num }) => id === null && num > 0n)];
  const total = shown.reduce((sum, { num }) => sum + num, 0n);
  let reached = 0n;
  return shown.map((one) => ({ ...one, cumulative: ratio((reached += one.num), total, 1) }));
}
