import { formatNumber } from "~/lib/money/decimal";

type Props = {
  card_key: number;
  stock: { free: string; allocated: string; unit: string; product_id: number };
};

/** Of who makes it: what is on the shelf need not be made again. */
export function StockHint({ card_key, stock: { free, allocated, unit, product_id } }: Props) {
  if (free === "0" && allocated === "0") return null;
  return (
    <p className="flex flex-wrap items-center gap-x-4 rounded border border-line bg-surface px-4 py-2 print:hidden">
      <span>
        <a href={`/inventory/${product_id}`}>在庫</a>:{" "}
        {allocated === "0" ? null : (
          <b>
            このカードに引当 {formatNumber(allocated)}
            {unit}。
          </b>
        )}
        ほかに {formatNumber(free)}
        {unit}を引き当てできます。
      </span>
      <a href={`/task/${card_key}/stock`}>在庫から出す</a>
    </p>
  );
}
