import { decimal, milli } from "~/lib/money/decimal";

type Ordered = { ordered: string; done: string };

const HUNDRED = 100_000n;

/** The most that may come of a line, over all its deliveries: whole where its unit is counted in pieces. */
export function mostOf(ordered: string, over_pct: string, whole: boolean): string {
  const most = (milli(ordered) * (HUNDRED + milli(over_pct))) / HUNDRED;
  const stays = milli(ordered) % 1000n === 0n;
  return decimal(whole && stays ? (most / 1000n) * 1000n : most);
}

export function canReceive({ ordered, done }: Ordered, over_pct: string, whole: boolean): string {
  const rest = milli(mostOf(ordered, over_pct, whole)) - milli(done);
  return decimal(rest > 0n ? rest : 0n);
}

/** What is short of the order is within `under_pct`: the line may be called complete. */
export function isNearlyAll({ ordered, done }: Ordered, under_pct: string): boolean {
  const missing = milli(ordered) - milli(done);
  return missing > 0n && missing * HUNDRED <= milli(ordered) * milli(under_pct);
}
