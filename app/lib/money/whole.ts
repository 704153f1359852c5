import { UNIT_LABEL, type Unit } from "~/lib/vocabulary/card.schema";
import { decimal, formatNumber, milli } from "./decimal";

export const isWhole = (number: string) => milli(number) % 1000n === 0n;

export const floored = (number: string) => decimal(milli(number) - (milli(number) % 1000n));

/** By the field that says each. */
export function wholeErrors(
  numbers: Record<string, string | undefined>,
  unit: Unit,
  ...was: string[]
): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(numbers).flatMap(([name, number]) => {
      const problem = number === undefined ? null : wholeProblem(number, unit, ...was);
      return problem ? [[name, [problem]]] : [];
    }),
  );
}

/** Pieces and sets are counted, kg are weighed; what was a fraction before (`was`) may go on as one. */
export function wholeProblem(number: string, unit: Unit, ...was: string[]): string | null {
  if (unit === "kg" || isWhole(number) || !was.every(isWhole)) return null;
  const label = UNIT_LABEL[unit];
  return `${formatNumber(number)}${label}は登録できません。${label}は整数で入力してください（量り売りのものはkgで）`;
}
