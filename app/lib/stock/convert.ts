import { roundDiv } from "~/lib/money/amount";
import { decimal, milli } from "~/lib/money/decimal";

/** `num` of one unit for `den` of the other, exact until the one rounding; `off` is what that took. */
export function convertUnits(
  quantity: string,
  num: string,
  den: string,
  whole: boolean,
): { quantity: string; off: string } {
  const [top, bottom] = [milli(quantity) * milli(num), milli(den)];
  const exact = roundDiv(top, bottom, "half_up");
  const rounded = whole ? roundDiv(top, bottom * 1000n, "half_up") * 1000n : exact;
  const off = exact - rounded;
  return { quantity: decimal(rounded), off: decimal(off < 0n ? -off : off) };
}
