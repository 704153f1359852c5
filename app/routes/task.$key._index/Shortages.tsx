import { formatNumber } from "~/lib/money/decimal";
import type { CardShortage } from "~/lib/stock/allocation.schema";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";

/** `act`: what is about to be done, which goes on all the same. */
export function Shortages({
  items,
  stocked,
  act,
}: {
  items: CardShortage[];
  stocked: boolean;
  act?: string;
}) {
  if (items.length === 0) return null;
  return (
    <p className="max-w-[720px] rounded border border-warn bg-warn-soft px-4 py-2 text-warn" role="status">
      <b>部品の在庫が足りません</b>　
      {items.map(({ product_id, name, short, order_unit }, at) => (
        <span key={product_id}>
          {at > 0 ? "、" : ""}
          {stocked ? <a href={`/inventory/${product_id}`}>{name}</a> : name} あと {formatNumber(short)}
          {UNIT_LABEL[order_unit]}
        </span>
      ))}
      {act ? `。このまま${act}できます。足りない部品の在庫はマイナスになります。` : null}
    </p>
  );
}
