import { formatNumber } from "~/lib/money/decimal";
import type { CardStock } from "~/lib/stock/allocation.schema";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";

type Props = { stock: CardStock; card_key: number };

export function StockOfCard({ stock, card_key }: Props) {
  const { is_managed, num, free, held, order_unit, product_id, shortages } = stock;
  const much = (value: string) => `${formatNumber(value)}${UNIT_LABEL[order_unit]}`;
  if (!is_managed && shortages.length === 0) return null;
  return (
    <section className="rounded border border-line bg-surface p-4">
      {shortages.length > 0 ? (
        <p className="rounded border border-warn bg-warn-soft px-4 py-2 text-warn">
          <b>部品が足りません</b>　
          {shortages
            .map((part) => `${part.name} あと ${formatNumber(part.short)}${UNIT_LABEL[part.order_unit]}`)
            .join("、")}
        </p>
      ) : null}
      {is_managed ? (
        <p className="flex flex-wrap items-center gap-4">
          <span>
            <a href={`/inventory/${product_id}`}>在庫 {much(num)}</a>
          </span>
          <span>引き当てできる数 {much(free)}</span>
          <span>このカードの引当 {much(held)}</span>
          <a href={`/task/${card_key}/allocation`}>在庫から出す</a>
        </p>
      ) : null}
    </section>
  );
}
