import { useLocation } from "@remix-run/react";
import { BarChart } from "~/components/chart/BarChart";
import { LegendQuery } from "~/components/chart/Legend";
import { LineChart } from "~/components/chart/LineChart";
import { HISTORY_DAYS, historySentence, stockPoints, stockWeeks, weeksSentence } from "~/lib/stock/history";
import type { StockHistory } from "~/lib/stock/history.schema";
import { STORED } from "~/lib/stock/stored.list";

type Props = { product_id: number; history: StockHistory; unit: string; threshold: string | null };

export function Charts({ product_id, history, unit, threshold }: Props) {
  const movesOf = (from: string, to = from) =>
    `${STORED}?${new URLSearchParams({ product_id: String(product_id), from, to })}`;
  const weeks = stockWeeks(history, movesOf);
  return (
    <LegendQuery.Provider value={useLocation().search}>
      <div className="grid gap-4 wide:grid-cols-2">
        <LineChart
          id="num"
          title={`在庫の推移（${HISTORY_DAYS}日）`}
          sentence={historySentence(history, unit)}
          axis={`現在庫（${unit}）`}
          points={stockPoints(history, movesOf)}
          from={history.from}
          to={history.to}
          limit={threshold === null ? undefined : { label: "しきい値", value: Number(threshold) }}
        />
        <BarChart
          id="weeks"
          title="週ごとの入庫と出庫"
          sentence={weeksSentence(weeks, unit)}
          axis={`数量（${unit}）`}
          by="週（月曜から）"
          series={["入庫", "出庫"]}
          buckets={weeks}
        />
      </div>
    </LegendQuery.Provider>
  );
}
