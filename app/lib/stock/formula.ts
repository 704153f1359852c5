import { decimal, formatNumber, milli } from "~/lib/money/decimal";
import type { Valuation } from "~/lib/vocabulary/stock";

type Before = { qty: string; stock_value: number };
type After = Before & { value: number; variance: number; avg: string | null };

const plain = (value: number | string) => formatNumber(String(value)).replace("-", "−");
/** 60 as 60.000. */
function average(avg: string): string {
  const [whole, part = ""] = avg.split(".");
  return `${formatNumber(whole!)}.${part.padEnd(3, "0")}`;
}

/** How what is there is worth what it is: 「(5,000 + 4,000) ÷ 150 = 60.000」. */
export function valueFormula(
  method: Valuation,
  before: Before,
  { num, unit_price, reverses }: { num: string; unit_price: string | null; reverses: number | null },
  { qty, stock_value, variance, avg }: After,
): string {
  const left = `${plain(qty)} × `;
  const rest = variance === 0 ? "" : `（評価差額 ${plain(variance)}）`;
  if (method !== "average") {
    const price = avg ?? (qty === "0" ? null : priceOf(stock_value, qty));
    return price === null ? "0" : `${left}${plain(price)} = ${plain(stock_value)}${rest}`;
  }
  const isIn = !num.startsWith("-");
  if (isIn && reverses === null && before.qty.startsWith("-"))
    return `${left}${plain(unit_price ?? avg ?? "0")} = ${plain(stock_value)}${rest}`;
  const change = stock_value - before.stock_value;
  const sign = change < 0 ? "−" : "+";
  const sum =
    before.qty === "0" && before.stock_value === 0 && change >= 0
      ? plain(change)
      : `${plain(before.stock_value)} ${sign} ${plain(Math.abs(change))}`;
  if (avg === null) return `${sum === plain(change) ? sum : `${sum} = ${plain(stock_value)}`}${rest}`;
  return `${sum.includes(" ") ? `(${sum})` : sum} ÷ ${plain(qty)} = ${average(avg)}${rest}`;
}

const priceOf = (value: number, qty: string): string | null => {
  const much = milli(qty);
  return much === 0n ? null : decimal((BigInt(value) * 1_000_000n) / much);
};
