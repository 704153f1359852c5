import { useLocation } from "@remix-run/react";
import { BarChart } from "~/components/chart/BarChart";
import { Histogram } from "~/components/chart/Histogram";
import { LegendQuery } from "~/components/chart/Legend";
import { RowChart } from "~/components/chart/RowChart";
import { TrendChart } from "~/components/chart/TrendChart";
import { leadBins } from "~/lib/bi/lead";
import { rollingOnTime, SPAN_DAYS } from "~/lib/bi/ontime";
import { statHref } from "~/lib/bi/stat.list";
import { AXIS_LABEL, type Stat } from "~/lib/bi/stat.schema";
import {
  bucketLabel,
  leadName,
  leadSentence,
  lengthText,
  onTimeLine,
  onTimeSentence,
  processSentence,
  stayParts,
  staySentence,
  stays,
  trendSentence,
} from "~/lib/bi/stat.words";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";

const numberOf = (rate: string | null | undefined) => (rate == null ? null : Number(rate));
const STEP_TITLE = { day: "日", week: "週（月曜から）", month: "月" } as const;

export function Charts({ stat, asked }: { stat: Stat; asked: Record<string, unknown> }) {
  const unit = UNIT_LABEL[stat.unit];
  const by = STEP_TITLE[stat.step];
  const isSeller = stat.axes.includes("process");
  const buckets = stat.buckets.map((bucket, at) => ({
    label: bucketLabel(bucket, stat.step, at),
    is_open: bucket.is_partial && at === stat.buckets.length - 1,
    href: statHref(asked, { period: "custom", from: bucket.from, to: bucket.to }),
  }));
  const counted = stat.processes.filter(
    ({ num_good, num_defective }) => Number(num_good) + Number(num_defective) > 0,
  );
  const isDaily = stat.step === "day" && buckets.length > SPAN_DAYS && (stat.total.num_due ?? 0) > 0;
  const rolling = rollingOnTime(stat.on_time);
  const ofDay = (at: number) => {
    const { num_due, original_due } = stat.on_time[at]!;
    const note = num_due ? `${num_due}枚` : undefined;
    return { counts: [num_due ?? 0, original_due ?? 0], note, line: rolling[at]!.map(numberOf) };
  };
  const stayed = stays(stat);
  const parts = stayParts(stayed);
  const inProcess = (group_id: number) =>
    statHref(asked, { group_id, axis: stat.axis === "process" ? "product" : stat.axis });
  return (
    <LegendQuery.Provider value={useLocation().search}>
      <div className="max-desk:order-last grid grid-cols-1 gap-4 wide:grid-cols-2 print:grid-cols-5 print:[zoom:.8]">
        <BarChart
          id="trend"
          title={isSeller ? "良品数の推移" : "出荷数の推移"}
          sentence={trendSentence(stat)}
          axis={`${isSeller ? "良品" : "出荷"}（${unit}）`}
          by={by}
          series={stat.trend.map(({ label }) => label)}
          buckets={buckets.map((bucket, at) => ({
            ...bucket,
            values: stat.trend.map(({ values }) => Number(values[at])),
          }))}
        />
        {isSeller ? (
          <RowChart
            id="process"
            title="工程別の良品と不良"
            sentence={processSentence(stat)}
            axis={`数量（${unit}）`}
            by={AXIS_LABEL.process}
            series={["良品", "不良"]}
            rows={counted.map(({ group_id, label, num_good, num_defective, defect_rate }) => ({
              label,
              values: [Number(num_good ?? 0), Number(num_defective ?? 0)],
              note: defect_rate === null ? undefined : `${defect_rate}%`,
              href: inProcess(group_id),
            }))}
          />
        ) : null}
        <TrendChart
          id="due"
          title="納期遵守"
          sentence={`${onTimeSentence(stat)}${onTimeLine(isDaily)}`}
          axis="遵守率（%）"
          by={by}
          series={["約束納期", "基準納期"]}
          domain={[0, 100]}
          span={isDaily ? `${SPAN_DAYS}日間` : undefined}
          points={buckets.map((bucket, at) => ({
            ...bucket,
            values: [stat.on_time[at]?.on_time, stat.on_time[at]?.original_on_time].map(numberOf),
            ...(isDaily && ofDay(at)),
          }))}
        />
        {isSeller ? (
          <RowChart
            id="stay"
            title="リードタイムの内訳"
            sentence={staySentence(stat)}
            axis="1枚あたりの時間"
            by={AXIS_LABEL.process}
            series={parts.series}
            text={lengthText}
            rows={stayed.map((stay) => ({
              label: stay.label,
              values: parts.values(stay),
              note: `${stay.num_passed}回`,
              href: inProcess(stay.group_id),
            }))}
          />
        ) : null}
        <Histogram
          id="lead"
          title="リードタイムの分布"
          sentence={leadSentence(stat)}
          axis="カード（枚）"
          by={`${leadName(stat.lead)}の日数`}
          bins={leadBins(stat.lead.counted)}
        />
      </div>
    </LegendQuery.Provider>
  );
}
