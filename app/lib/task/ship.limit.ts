import { addDecimal, compareDecimal, decimal, formatNumber, milli } from "~/lib/money/decimal";
import { UNIT_LABEL, type Unit } from "~/lib/vocabulary/card.schema";
import { mostOf } from "./tolerance";

/** Of an ordered line: what has left the factory on its other cards. */
export type ShipLimit = { ordered: string; left: string; over_pct: string; order_unit: Unit };

/** What would leave beyond the order: no 納品書 takes it. */
export function overOrder(
  { ordered, left, over_pct, order_unit }: ShipLimit,
  num_good: string,
): string | null {
  const most = mostOf(ordered, over_pct, order_unit !== "kg");
  const all = addDecimal(left, num_good);
  if (compareDecimal(all, most) <= 0) return null;
  const count = (number: string) => `${formatNumber(number)}${UNIT_LABEL[order_unit]}`;
  const allowed = Number(over_pct) > 0 ? `（許容差 ${formatNumber(over_pct)}%）` : "";
  const beyond = count(decimal(milli(all) - milli(most)));
  return `出荷の合計が${count(all)}になり、注文数${count(ordered)}${allowed}を${beyond}超えます。超えた分は納品書に載せられません`;
}

export const overOrderErrors = (beyond: string) => ({
  over: [`${beyond}。この数でよければ「予定数を超えて登録する」を選んでください`],
});
