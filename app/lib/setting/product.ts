import { compareDecimal } from "~/lib/money/decimal";
import type { ISODate } from "~/lib/time/date";

/** The sentence for a lower price that would reach back before it was agreed on, or null (R2-10). */
export function priceProblem(price: { unit_price: string; effective_from: ISODate; agreed_on: ISODate }, before: string | null): string | null {
  const lower = before !== null && compareDecimal(price.unit_price, before) < 0;
  return lower && price.effective_from < price.agreed_on
    ? "単価を下げるときは、適用開始日を合意日より前にできません。合意日以降の日付を入力してください" : null;
}

/** The unit price for a quantity: that of the largest break it reaches; null where there is none. */
export function priceFor(prices: { min_quantity: string; unit_price: string }[], num_items: string): string | null {
  return prices.filter((price) => compareDecimal(price.min_quantity, num_items) <= 0).at(-1)?.unit_price ?? null;
}
