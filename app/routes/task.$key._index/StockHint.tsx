import { formatNumber } from "~/lib/money/decimal";
import type { CardStock } from "~/lib/stock/allocation.schema";
import { stockText } from "~/lib/stock/stock.text";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";

type Props = { card_key: number; isAsked: boolean; isOff: boolean; held: CardStock; always?: boolean };

/** Of who makes it: what is on the shelf need not be made again. */
export function StockHint({
  card_key,
  isAsked,
  isOff,
  held: { stock, allocated, shipped, allocations },
  always = false,
}: Props) {
  if (!stock || stock.is_for_stock) return null;
  const free = isOff ? "0" : (stock.known?.free ?? "0");
  if (free === "0" && allocations.length === 0 && !always) return null;
  const much = (num: string) => `${formatNumber(num)}${UNIT_LABEL[stock.order_unit]}`;
  const text = stock.known ? stockText({ ...stock, ...stock.known }) : stock.code;
  const label = isAsked ? "在庫から出して承諾する" : isOff || free === "0" ? "引当" : "在庫から出す";
  return (
    <p className="flex flex-wrap items-center gap-x-4 rounded border border-line bg-surface px-4 py-2">
      <span>
        {stock.known ? <a href={`/inventory/${stock.product_id}`}>{text}</a> : text}{" "}
        {shipped === "0" ? null : <b>在庫から {much(shipped)}を出荷しました。</b>}
        {allocated === "0" ? null : <b>このカードに引当 {much(allocated)}。</b>}
      </span>
      {stock.known && !always ? (
        <span className="print:hidden">
          <a href={`/task/${card_key}/${isAsked ? "answer" : "stock"}`}>{label}</a>
        </span>
      ) : null}
    </p>
  );
}
