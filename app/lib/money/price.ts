import { lineAmount, roundDiv } from "~/lib/money/amount";
import { decimal, milli } from "~/lib/money/decimal";
import { UNIT_LABEL, type Unit } from "~/lib/vocabulary/card.schema";
import type { Rounding } from "~/lib/vocabulary/rounding";

/** unit_weight in kg. */
export type Measure = {
  order_unit: Unit;
  unit: Unit;
  unit_weight?: string | null;
  pieces_per_set?: string | null;
};
type Priced = Measure & { num_items: string; unit_price?: string | null };

const ONE_IN_MILLI = 1000n;

function pieces(unit: Unit, { unit_weight, pieces_per_set }: Measure): [top: bigint, bottom: bigint] | null {
  if (unit === "piece") return [ONE_IN_MILLI, ONE_IN_MILLI];
  if (unit === "kg") return unit_weight ? [ONE_IN_MILLI, milli(unit_weight)] : null;
  return pieces_per_set ? [milli(pieces_per_set), ONE_IN_MILLI] : null;
}

export function unitProblem(measure: Measure): string | null {
  if (measure.order_unit === measure.unit) return null;
  const missing = [measure.order_unit, measure.unit].find((unit) => !pieces(unit, measure));
  if (!missing) return null;
  const [from, to] = [UNIT_LABEL[measure.order_unit], UNIT_LABEL[measure.unit]];
  return `${from}で数えて${to}で請求するには、${missing === "kg" ? "単重" : "1セットの個数"}が必要です`;
}

/** D8: to three places, half up. */
export function convert(quantity: string, measure: Measure): string {
  if (measure.order_unit === measure.unit) return quantity;
  const [from, to] = [pieces(measure.order_unit, measure), pieces(measure.unit, measure)];
  if (!from || !to) throw new RangeError(unitProblem(measure) ?? "no way between these units");
  return decimal(roundDiv(milli(quantity) * from[0] * to[1], from[1] * to[0], "half_up"));
}

/** Null while the unit price is undetermined. Check `unitProblem` first. */
export function priceOf(line: Priced, rounding: Rounding): { num_units: string; price: number | null } {
  const num_units = convert(line.num_items, line);
  return {
    num_units,
    price: line.unit_price == null ? null : lineAmount(num_units, line.unit_price, rounding),
  };
}
