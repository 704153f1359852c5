import { roundDiv } from "~/lib/money/amount";
import { decimal, milli } from "~/lib/money/decimal";

/** What `done` parents have used by now: pieces whole, upwards; other units to three places. */
function partsUsed(per_parent: string, done: string, whole: boolean): string {
  const used = milli(per_parent) * milli(done);
  return whole
    ? decimal(roundDiv(used, 1_000_000n, "ceil") * 1000n)
    : decimal(roundDiv(used, 1000n, "half_up"));
}

/** Cumulative: what rounding took before is not taken again. */
export function partsToTake(per_parent: string, done: string, taken: string, whole: boolean): string {
  return decimal(milli(partsUsed(per_parent, done, whole)) - milli(taken));
}
