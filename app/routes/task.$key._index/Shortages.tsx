import { formatNumber } from "~/lib/money/decimal";
import type { CardShortage } from "~/lib/stock/allocation.schema";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";

export function Shortages({ items }: { items: CardShortage[] }) {
  if (items.length === 0) return null;
  return (
    <p className="rounded border border-warn bg-warn-soft px-4 py-2 text-warn">
      <b>部品の在庫が足りません</b>　
      {items.map(({ product_id, name, short, order_unit }, at) => (
        <span key={product_id}>
          {at > 0 ? "、" : ""}
          <a href={`/inventory/${product_id}`}>{name}</a> あと {formatNumber(short)}
          {UNIT_LABEL[order_unit]}
        </span>
      ))}
    </p>
  );
}
