import { roundDiv } from "~/lib/money/amount";
import { compareDecimal, decimal, milli } from "~/lib/money/decimal";

type Held = {
  num: string;
  arriving: string;
  allocated: string;
  parts: string;
  threshold: string | null;
};
type StockCondition = "正常" | "不足" | "マイナス";

/** 有効在庫 equal to the threshold is not short. */
export function figures({ num, arriving, allocated, parts, threshold }: Held) {
  const shipping = milli(allocated) + milli(parts);
  const effective = milli(num) + milli(arriving) - shipping;
  const lacking = threshold === null ? 0n : milli(threshold) - effective;
  const short = decimal(lacking > 0n ? lacking : 0n);
  const state: StockCondition = compareDecimal(num, "0") < 0 ? "マイナス" : short !== "0" ? "不足" : "正常";
  return { num_shipping: decimal(shipping), effective: decimal(effective), short, state };
}

/** What can be allocated now: never what is still to come. */
export function free({ num, allocated, parts }: Pick<Held, "num" | "allocated" | "parts">): string {
  const left = milli(num) - milli(allocated) - milli(parts);
  return decimal(left > 0n ? left : 0n);
}

/** What one of them is worth, of less than nothing too; null: they are worth nothing, or there are none. */
export function pricePerOne(num: string, stock_value: number): string | null {
  const much = milli(num);
  if (much === 0n || stock_value === 0) return null;
  return decimal(roundDiv(BigInt(stock_value) * 1_000_000n, much, "half_up"));
}
