import { formatNumber } from "~/lib/money/decimal";
import type { CardShortage, CardShortages } from "~/lib/stock/allocation.schema";
import { overText } from "~/lib/stock/short";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";

const LOOK = "max-w-[720px] rounded border border-warn bg-warn-soft px-4 py-2 text-warn";

/** `act`: what is about to be done, which goes on all the same. */
export function Shortages({
  items,
  over = [],
  stocked,
  act,
}: {
  items: CardShortage[];
  over?: CardShortages["over"];
  stocked: boolean;
  act?: string;
}) {
  if (items.length === 0 && over.length === 0) return null;
  return (
    <>
      {over.map((one) => (
        <p key={one.product_id} className={LOOK} role="status">
          <b>引当 不足</b>　{overText({ over: [one] })}
          {act === "出荷" ? "このまま出荷できますが、在庫はマイナスになります。" : null}
          {stocked ? <a href={`/inventory/${one.product_id}`}>在庫を開く</a> : null}
        </p>
      ))}
      {items.length > 0 ? <PartsShort items={items} stocked={stocked} act={act} /> : null}
    </>
  );
}

function PartsShort({ items, stocked, act }: { items: CardShortage[]; stocked: boolean; act?: string }) {
  return (
    <p className={LOOK} role="status">
      <b>部品の在庫が足りません</b>
      {"　"}
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
