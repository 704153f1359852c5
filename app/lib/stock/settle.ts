import { decimal, milli } from "~/lib/money/decimal";

type Live = { key: number; num: string };

/**
 * What of the moves out is taken back so that `back` less is out, the last first; what no move is exactly
 * comes in again by itself.
 */
export function takenBack<M extends Live>(moves: M[], back: string): { reversed: M[]; rest: string } {
  let left = milli(back);
  const reversed: M[] = [];
  for (const move of [...moves].sort((a, b) => b.key - a.key)) {
    const out = -milli(move.num);
    if (out <= 0n || out > left) continue;
    reversed.push(move);
    left -= out;
  }
  return { reversed, rest: decimal(left) };
}

type Open = { key: number; num: string };

/** `num` of the open 引当, the oldest first; the last may be needed in part. */
export function pickOpen<A extends Open>(open: A[], num: string): { row: A; num: string }[] {
  let left = milli(num);
  const picked: { row: A; num: string }[] = [];
  for (const row of [...open].sort((a, b) => a.key - b.key)) {
    if (left <= 0n) break;
    const take = milli(row.num) < left ? milli(row.num) : left;
    picked.push({ row, num: decimal(take) });
    left -= take;
  }
  return picked;
}
