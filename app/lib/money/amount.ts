import { type Rounding, roundsUp } from "~/lib/vocabulary/rounding";
import { milli } from "./decimal";

/** R5-9: rounded on the absolute value, so that a 赤伝 cancels its 黒伝 exactly. */
export function roundDiv(n: bigint, d: bigint, mode: Rounding): bigint {
  const negative = n < 0n !== d < 0n;
  const [top, bottom] = [n < 0n ? -n : n, d < 0n ? -d : d];
  const size = top / bottom + (roundsUp[mode](top % bottom, bottom) ? 1n : 0n);
  return negative ? -size : size;
}

export function toYen(n: bigint): number {
  const yen = Number(n);
  if (!Number.isSafeInteger(yen)) throw new RangeError("amount beyond exact yen");
  return yen;
}

/** R5-8: whole yen. */
export function lineAmount(qty: string, unit_price: string, mode: Rounding): number {
  return toYen(roundDiv(milli(qty) * milli(unit_price), 1_000_000n, mode));
}

/** Yen: twelve digits, as the printed columns hold. */
export const MAX_YEN = 999_999_999_999;

export const TOO_MUCH = "金額が12桁を超えます。数量と単価を確認してください";

export function amountProblem(qty: string, unit_price: string): string | null {
  const size = roundDiv(milli(qty) * milli(unit_price), 1_000_000n, "ceil");
  return size > BigInt(MAX_YEN) || size < -BigInt(MAX_YEN) ? TOO_MUCH : null;
}

/** Too much counts as one yen more than the most: still to be read, added up and taken back. */
export function cappedAmount(qty: string, unit_price: string): number {
  const yen = Number(roundDiv(milli(qty) * milli(unit_price), 1_000_000n, "half_up"));
  return Math.min(MAX_YEN + 1, Math.max(-MAX_YEN - 1, yen));
}
