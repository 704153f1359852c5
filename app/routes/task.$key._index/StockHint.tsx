import { formatNumber } from "~/lib/money/decimal";

type Props = {
  card_key: number;
  stock: { free: string; allocated: string; unit: string; product_id: number; text: string };
  /** Also where nothing of it can be had. */
  always?: boolean;
};

/** Of who makes it: what is on the shelf need not be made again. */
export function StockHint({ card_key, stock, always = false }: Props) {
  const { free, allocated, unit, product_id, text } = stock;
  const isUseful = free !== "0" || allocated !== "0";
  if (!isUseful && !always) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-4 rounded border border-line bg-surface px-4 py-2 print:hidden">
      <a href={`/inventory/${product_id}`}>{text}</a>
      {allocated === "0" ? null : (
        <b>
          このカードに引当 {formatNumber(allocated)}
          {unit}
        </b>
      )}
      {isUseful ? <a href={`/task/${card_key}/stock`}>在庫から出す</a> : null}
    </p>
  );
}
