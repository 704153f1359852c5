import type { ApexOptions } from "apexcharts";
import ja from "apexcharts/dist/locales/ja.json";
import { AXIS_TITLE, FILL, PALETTE, TICK, TITLE } from "~/components/chart/scale";
import { formatNumber } from "~/lib/money/decimal";
import type { Figures } from "./chart.figures";

type Asked = { kind: "line" | "bar"; title: string; axis: string };

const WORDS = {
  exportToSVG: "SVGで保存",
  exportToPNG: "PNGで保存",
  exportToCSV: "CSVで保存",
  menu: "保存",
  selection: "範囲を選ぶ",
  selectionZoom: "範囲を選んで拡大",
  zoomIn: "拡大",
  zoomOut: "縮小",
  pan: "移動",
  reset: "元に戻す",
};
/** Slanted labels that fit a phone, and those that fit a screen. */
const FITTING = { phone: 6, screen: 24 };

const text = (value: number | null) => (value === null ? "―" : formatNumber(value));
/** product §9: YYYY/MM/DD. */
const dayText = (time: number) => new Date(time).toISOString().slice(0, 10).replaceAll("-", "/");

/** product §9: its colours, fonts and sizes. */
export function optionsOf({ isTime, series, percents }: Figures, { kind, title, axis }: Asked): ApexOptions {
  const axisText = { style: { fontSize: `${AXIS_TITLE}px` } };
  const names = series[0]?.data.map(({ x }) => String(x)) ?? [];
  const every = Math.ceil(names.length / (innerWidth < 640 ? FITTING.phone : FITTING.screen));
  const isShown = (label: string) => names.indexOf(label) % every === 0;
  const name = title.replace(/[\\/:*?"<>|\s]/g, "_");
  return {
    chart: {
      animations: { enabled: false },
      background: "#fff",
      fontFamily: getComputedStyle(document.body).fontFamily,
      locales: [{ ...ja, options: { ...ja.options, toolbar: WORDS } }],
      defaultLocale: ja.name,
      stacked: kind === "bar" && percents.length === 0 && series.length > 1,
      toolbar: {
        export: {
          csv: { filename: name, headerCategory: "" },
          png: { filename: name },
          svg: { filename: name },
        },
      },
      zoom: { enabled: true, type: "x" },
    },
    colors: [...PALETTE],
    dataLabels: { enabled: false },
    fill: { type: "solid", opacity: series.map(({ type }) => (type === "bar" ? FILL : 1)) },
    stroke: {
      width: series.map(({ type }) => (type === "bar" ? 1 : 2)),
      curve: isTime ? "stepline" : "straight",
    },
    title: { text: title, style: { fontSize: `${TITLE}px` } },
    tooltip: {
      style: { fontSize: `${TICK}px` },
      shared: true,
      intersect: false,
      x: {
        formatter: (value, at) => (isTime ? dayText(value) : (names[at?.dataPointIndex] ?? String(value))),
      },
      y: { formatter: text },
    },
    xaxis: {
      type: isTime ? "datetime" : "category",
      labels: {
        formatter: (label, time) =>
          isTime ? dayText(Number(time)) : isShown(String(label)) ? String(label) : "",
        style: { fontSize: `${TICK}px` },
      },
    },
    yaxis:
      percents.length > 0
        ? percents.map((isPercent, at) => ({
            seriesName: series[at]!.name,
            opposite: isPercent,
            title: { text: isPercent ? `${series[at]!.name}（%）` : axis, ...axisText },
            labels: { formatter: text },
            min: 0,
            ...(isPercent && { max: 100 }),
          }))
        : {
            title: { text: axis, ...axisText },
            labels: { formatter: text },
            min: (low: number) => Math.min(0, low),
          },
  };
}
