import { formatNumber } from "~/lib/money/decimal";
import { stockHref } from "~/lib/stock/stock.list";
import type { StockUse } from "~/lib/stock/use.schema";

export function ThresholdHelp({
  use,
  unit,
  product_id,
}: {
  use: StockUse;
  unit: string;
  product_id: number;
}) {
  const much = (num: string) => `${formatNumber(num)}${unit}`;
  return (
    <p className="self-center text-note text-muted">
      しきい値の目安: 直近{use.days}営業日の出庫 {much(use.used)}
      {use.threshold === null ? (
        "（出庫が3日に満たないため、データ不足です）"
      ) : (
        <>
          （1日 {much(use.daily)}）×（調達{use.lead_days}日＋見直し{use.review_days}日）＝{" "}
          <b>{much(use.threshold)}</b>　<a href={stockHref(product_id, "/edit?take")}>この値にする</a>
        </>
      )}
    </p>
  );
}
