import { UNIT_LABEL, type Unit } from "~/lib/vocabulary/card.schema";
import { formatNumber, milli } from "./decimal";

const isWhole = (number: string) => milli(number) % 1000n === 0n;

/** Pieces and sets are counted, kg are weighed; what was a fraction before (`was`) may go on as one. */
export function wholeProblem(number: string, unit: Unit, ...was: string[]): string | null {
  if (unit === "kg" || isWhole(number) || !was.every(isWhole)) return null;
  const label = UNIT_LABEL[unit];
  return `${formatNumber(number)}${label}は登録できません。${label}は整数で入力してください（量り売りのものはkgで）`;
}
