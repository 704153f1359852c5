import { formatNumber } from "~/lib/money/decimal";
import type { StockRow } from "./stock.schema";

/** What is there and was never priced is worth 0 yen, and its price is not 0. */
export const priceText = ({
  num,
  unit_price,
  stock_value,
}: Pick<StockRow, "num" | "unit_price" | "stock_value">) =>
  unit_price === null && num !== "0" && stock_value === 0
    ? "単価なし"
    : unit_price && formatNumber(unit_price);
