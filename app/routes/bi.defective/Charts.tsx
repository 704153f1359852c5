import { useLocation } from "@remix-run/react";
import { LegendQuery } from "~/components/chart/Legend";
import { ParetoChart } from "~/components/chart/ParetoChart";
import { PieChart } from "~/components/chart/PieChart";
import { RowChart } from "~/components/chart/RowChart";
import { TrendChart } from "~/components/chart/TrendChart";
import { defectiveHref } from "~/lib/bi/defective.list";
import { type DefectiveSummary, MEASURE_LABEL } from "~/lib/bi/defective.schema";
import {
  causeSentence,
  measureUnit,
  placeSentence,
  rateSentence,
  treatmentSentence,
} from "~/lib/bi/defective.words";
import { bucketLabel } from "~/lib/bi/stat.words";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";

const BY = { day: "日", week: "週（月曜から）", month: "月" } as const;

export function Charts({ summary, asked }: { summary: DefectiveSummary; asked: Record<string, unknown> }) {
  const unit = UNIT_LABEL[summary.unit];
  return (
    <LegendQuery.Provider value={useLocation().search}>
      <div className="max-desk:order-last grid grid-cols-1 gap-4 wide:grid-cols-2 print:grid-cols-5 print:[zoom:.8]">
        <ParetoChart
          id="cause"
          title="理由のパレート"
          sentence={causeSentence(summary)}
          axis={`${MEASURE_LABEL[summary.by]}（${measureUnit(summary)}）`}
          by="理由"
          parts={summary.causes.map(({ id, label, value, cumulative, is_rest }) => ({
            label,
            value,
            cumulative: cumulative ?? "0.0",
            href: is_rest ? undefined : defectiveHref(asked, { reason_id: id ?? 0 }),
          }))}
        />
        <TrendChart
          id="rate"
          title="不良率の推移"
          sentence={rateSentence(summary)}
          axis="不良率（%）"
          by={BY[summary.step]}
          series={["不良率"]}
          domain={[0, Math.max(0.001, ...summary.buckets.map(({ defect_rate }) => Number(defect_rate)))]}
          points={summary.buckets.map(({ from, to, is_partial, defect_rate }, at) => ({
            label: bucketLabel({ from, to }, summary.step, at),
            values: [defect_rate === null ? null : Number(defect_rate)],
            is_open: is_partial && at === summary.buckets.length - 1,
            href: defectiveHref(asked, { period: "custom", from, to }),
          }))}
        />
        <RowChart
          id="place"
          title="工程別の不良"
          sentence={placeSentence(summary)}
          axis={`不良（${unit}）`}
          by="工程"
          series={["不良"]}
          rows={summary.processes.map(({ group_id, label, num_defective, defect_rate }) => ({
            label,
            values: [Number(num_defective)],
            note: defect_rate === null ? undefined : `${defect_rate}%`,
            href: defectiveHref(asked, { group_id }),
          }))}
        />
        <PieChart
          id="treatment"
          title="処置の内訳"
          sentence={treatmentSentence(summary)}
          axis={`数量（${unit}、特採を含む）`}
          by="処置"
          parts={summary.treatments.map(({ treatment, label, value, share }) => ({
            label,
            value,
            share,
            href: defectiveHref(asked, { treatment: treatment ?? "none" }),
          }))}
        />
      </div>
    </LegendQuery.Provider>
  );
}
