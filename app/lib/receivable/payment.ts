import type { ISODate } from "~/lib/time/date";
import { MATURING, type PaymentKind } from "~/lib/vocabulary/payment";

export type PaymentLine = {
  kind: PaymentKind;
  amount: number;
  maturity_date?: ISODate | undefined;
  tax_rate?: number | undefined;
};
type Fault = { name: "amount" | "maturity_date" | "tax_rate"; text: string };

const EITHER_WAY: readonly PaymentKind[] = ["rounding", "other"];

/** What is wrong with a line, by its field. */
export function lineFault(
  { kind, amount, maturity_date, tax_rate }: PaymentLine,
  day: ISODate,
): Fault | null {
  if (amount === 0) return { name: "amount", text: "金額を入力してください" };
  if (kind === "gain" && amount > 0)
    return { name: "amount", text: "雑収入は、受け取りすぎた額をマイナスで入力してください" };
  if (amount < 0 && kind !== "gain" && !EITHER_WAY.includes(kind))
    return { name: "amount", text: "マイナスにできるのは、端数・雑収入・その他だけです" };
  if (maturity_date && !MATURING.includes(kind))
    return { name: "maturity_date", text: "満期日は、小切手・手形・でんさいだけに入力してください" };
  if ((kind === "bill" || kind === "densai") && !maturity_date)
    return { name: "maturity_date", text: "満期日を入力してください" };
  if (maturity_date && maturity_date < day)
    return { name: "maturity_date", text: "満期日は入金日以後の日付で入力してください" };
  if (kind === "discount" && tax_rate === undefined)
    return { name: "tax_rate", text: "値引の税率を選択してください" };
  if (kind !== "discount" && tax_rate !== undefined)
    return { name: "tax_rate", text: "税率は値引だけに選択してください" };
  return null;
}

export const linesTotal = (lines: { amount: number }[]) => lines.reduce((sum, { amount }) => sum + amount, 0);

/** From this day a settlement counts: when both the money and what it pays were there. */
export const laterDay = (a: ISODate, b: ISODate): ISODate => (a > b ? a : b);
