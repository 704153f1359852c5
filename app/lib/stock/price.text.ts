import { formatNumber } from "~/lib/money/decimal";
import type { StockRow } from "./stock.schema";

type Priced = Pick<StockRow, "num" | "unit_price" | "stock_value"> & Partial<Pick<StockRow, "ownership">>;

/** What is there and was never priced is worth 0 yen, and its price is not 0. */
export function priceText({ num, unit_price, stock_value, ownership }: Priced) {
  if (ownership) return "支給品";
  const isUnpriced = unit_price === null && num !== "0" && stock_value === 0;
  return isUnpriced ? "単価なし" : unit_price && formatNumber(unit_price);
}
