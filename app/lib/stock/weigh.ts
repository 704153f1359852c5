import { roundDiv } from "~/lib/money/amount";
import { decimal, formatNumber, milli } from "~/lib/money/decimal";

const MILLIGRAMS = 1_000_000n;
const absolute = (n: bigint) => (n < 0n ? -n : n);
/** More than one in a hundred. */
const isOff = (difference: bigint, of: bigint) => absolute(difference) * 100n > of;

/**
 * 単重 from so many pieces on the scales. `doubt` is what to ask before it stands: more than 1 % from what was
 * known, or lost by 単重 having grams as its least.
 */
export function weighed(
  { num_weighed, weight }: { num_weighed: string; weight: string },
  known: string | null,
): { unit_weight: string; doubt: string | null } {
  const [pieces, kilograms] = [milli(num_weighed), milli(weight)];
  const grams = roundDiv(kilograms * 1000n, pieces, "half_up");
  const unit_weight = decimal(grams);
  const doubts: string[] = [];
  if (isOff(grams * pieces - kilograms * 1000n, kilograms * 1000n)) {
    const exact = decimal(roundDiv(kilograms * MILLIGRAMS, pieces, "half_up"));
    doubts.push(
      `1個は${formatNumber(exact)}gですが、単重は1g刻みなので${formatNumber(String(grams))}gになり、1%を超えてずれます`,
    );
  }
  if (known !== null && isOff(grams - milli(known), milli(known))) {
    const tenths = roundDiv((grams - milli(known)) * 1000n, milli(known), "half_up");
    const percent = `${tenths > 0n ? "+" : "-"}${formatNumber(decimal(absolute(tenths) * 100n))}%`;
    doubts.push(
      `1個の重さ${formatNumber(unit_weight)}kgは、いまの単重${formatNumber(known)}kgと1%を超えて違います（${percent}）`,
    );
  }
  return { unit_weight, doubt: doubts.length > 0 ? doubts.join("。") : null };
}
