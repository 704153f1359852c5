import { useLocation } from "@remix-run/react";
import { binsOf, Histogram } from "~/components/chart/Histogram";
import { LegendQuery } from "~/components/chart/Legend";
import type { Limit } from "~/components/chart/Limits";
import { TrendChart } from "~/components/chart/TrendChart";
import { FROZEN_FROM } from "~/lib/bi/control.schema";
import { limitsHref } from "~/lib/bi/control.words";
import type { Quality, Single, Strand } from "~/lib/bi/quality.schema";
import { ngChart, ngSentence, scopeText, spreadSentence, trendSentence } from "~/lib/bi/quality.words";
import { formatDateTime } from "~/lib/time/datetime";
import { Ability } from "./Ability";

const BY = { day: "日", week: "週（月曜から）", month: "月" } as const;

const specOf = ({ lower_limit, upper_limit }: Single): Limit[] => [
  ...(upper_limit === null ? [] : [{ kind: "spec" as const, label: "規格上限", value: Number(upper_limit) }]),
  ...(lower_limit === null ? [] : [{ kind: "spec" as const, label: "規格下限", value: Number(lower_limit) }]),
];

function controlOf({ ucl, lcl, n, frozen }: Single): Limit[] {
  if (ucl === null || lcl === null) return [];
  const mark = frozen ? "（固定）" : n < FROZEN_FROM ? "（暫定）" : "";
  return [
    { kind: "control", label: `管理上限${mark}`, value: Number(ucl) },
    { kind: "control", label: `管理下限${mark}`, value: Number(lcl) },
  ];
}

/** 規格外 judges the piece and comes first; the others only say that the process has changed. */
const wrongOf = ({ is_outside, is_out, is_run }: Single["points"][number]) =>
  is_outside ? "規格外" : is_out ? "管理限界の外" : is_run ? "平均の片側に8点以上" : undefined;

type Props = { data: Quality; isSeller: boolean; href(more: Record<string, unknown>): string };

export function Charts({ data, isSeller, href }: Props) {
  const { single, strands, buckets } = data;
  const chart = ngChart(data);
  const [only] = strands;
  const limits = isSeller && only ? limitsHref(only, data.period) : null;
  return (
    <LegendQuery.Provider value={useLocation().search}>
      <p className="max-desk:order-last text-muted">{scopeText(data)}</p>
      <div className="max-desk:order-last grid grid-cols-1 gap-4 wide:grid-cols-2">
        {single && only ? <SingleCharts single={single} only={only} /> : null}
        {data.n_judged > 0 ? (
          <TrendChart
            id="ng"
            title="NG率の推移"
            sentence={ngSentence(data)}
            axis="NG率（%）"
            domain={[0, Math.max(1, ...chart.points.flatMap(({ rate, high }) => [rate ?? 0, high]))]}
            by={BY[data.step]}
            series={["NG率"]}
            limits={[
              { kind: "control", label: "管理上限", value: chart.points.map(({ high }) => high) },
              { kind: "target", label: "平均", value: chart.mean },
            ]}
            points={chart.points.map(({ label, rate, is_out, is_open }, at) => ({
              label,
              values: [rate],
              is_open,
              wrong: is_out ? "管理限界の外" : undefined,
              href: href({ period: "custom", from: buckets[at]!.from, to: buckets[at]!.to }),
            }))}
          />
        ) : null}
        {single && only ? <Ability single={single} only={only} limits={limits} /> : null}
      </div>
    </LegendQuery.Provider>
  );
}

function SingleCharts({ single, only }: { single: Single; only: Strand }) {
  const unit = only.unit ? `（${only.unit}）` : "";
  const more = single.n > single.points.length ? `（直近${single.points.length}点）` : "";
  return (
    <>
      <TrendChart
        id="trend"
        title={`${only.label}の推移${more}`}
        sentence={trendSentence(single, only)}
        axis={`${only.label}${unit}`}
        by="日時"
        series={[only.label]}
        limits={[...specOf(single), ...controlOf(single)]}
        points={single.points.map((point) => ({
          label: formatDateTime(point.at).slice(5, 10),
          values: [Number(point.value)],
          wrong: wrongOf(point),
          href: `/task/${point.card_key}?tab=work`,
        }))}
      />
      <Histogram
        id="spread"
        title={`${only.label}のばらつき${more}`}
        sentence={spreadSentence(single)}
        axis="数"
        by={`${only.label}${unit}`}
        bins={binsOf(single.points.map(({ value }) => Number(value)))}
        limits={specOf(single)}
      />
    </>
  );
}
