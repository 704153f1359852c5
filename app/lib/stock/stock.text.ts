import { formatNumber } from "~/lib/money/decimal";
import { formatDate } from "~/lib/time/date";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import type { StockRow } from "./stock.schema";

type StockHinted = Pick<StockRow, "code" | "num" | "effective" | "free" | "order_unit"> &
  Partial<Pick<StockRow, "num_arriving" | "arriving_date">>;

/** Beside a line of this product: 「YM-1001 在庫 120個（有効 85・引当可能 15）入荷予定 50個（2026/12/1(火)から）」 */
export function stockText({ code, order_unit, ...of }: StockHinted): string {
  const unit = UNIT_LABEL[order_unit];
  const now = `${code} 在庫 ${formatNumber(of.num)}${unit}（有効 ${formatNumber(of.effective)}・引当可能 ${formatNumber(of.free)}）`;
  if (!of.num_arriving || of.num_arriving === "0") return now;
  const day = of.arriving_date ? `（${formatDate(of.arriving_date)}から）` : "";
  return `${now}入荷予定 ${formatNumber(of.num_arriving)}${unit}${day}`;
}
