import { limitsText, valueText } from "~/lib/measurement/measure";
import { formatNumber } from "~/lib/money/decimal";
import { pChart } from "./capability";
import type { Quality, Single, Strand } from "./quality.schema";
import { bucketLabel } from "./stat.words";

export const percentText = (n_ng: number, n: number): string =>
  n === 0 ? "―" : `${((n_ng / n) * 100).toFixed(2)}%`;

/** NG率 of each bucket, with limits that move with its number (bi.md). */
export function ngChart({ buckets, step }: Pick<Quality, "buckets" | "step">) {
  const { p, rows } = pChart(buckets.map(({ n, n_ng }): [number, number] => [n, n_ng]));
  const mean = Number(p ?? 0);
  return {
    mean,
    points: buckets.map((bucket, at) => ({
      label: bucketLabel(bucket, step, at),
      rate: rows[at] ? Number(rows[at]!.rate) : null,
      low: rows[at] ? Number(rows[at]!.low) : mean,
      high: rows[at] ? Number(rows[at]!.high) : mean,
      is_out: rows[at]?.is_out ?? false,
      is_open: bucket.is_partial && at === buckets.length - 1,
    })),
  };
}

export function ngSentence(data: Pick<Quality, "buckets" | "step" | "n_judged" | "n_ng">): string {
  if (data.n_judged === 0) return "判定した記録はありません。";
  const { points } = ngChart(data);
  const out = points.filter((point) => point.is_out && point.rate! > point.high).map(({ label }) => label);
  const rate = `判定${formatNumber(data.n_judged)}件のうちNGは${formatNumber(data.n_ng)}件（${percentText(data.n_ng, data.n_judged)}）です。`;
  return rate + (out.length > 0 ? `${out.join("、")}は、ふだんより多く管理限界を超えました。` : "");
}

const meanOf = (points: Single["points"]) =>
  points.reduce((sum, { value }) => sum + Number(value), 0) / points.length;
const AT_ONCE = 10;

/** Towards which limit the last points have moved, by more than the spread of all. */
function driftText({ points, s, digits, lower_limit, upper_limit }: Single, unit: string | null): string {
  if (points.length < 2 * AT_ONCE || s === null) return "";
  const [before, now] = [meanOf(points.slice(0, AT_ONCE)), meanOf(points.slice(-AT_ONCE))];
  if (Math.abs(now - before) <= Number(s)) return "";
  const limit = now > before ? upper_limit : lower_limit;
  const side = now > before ? "上限" : "下限";
  const text = (value: number) => valueText(String(Number(value.toFixed(3))), digits, unit);
  return `はじめの${AT_ONCE}点の平均 ${text(before)} から最近は ${text(now)} に${now > before ? "上がり" : "下がり"}${limit === null ? "ました。" : `、規格${side}に近づいています。`}`;
}

export function trendSentence(one: Single, { label, unit }: Pick<Strand, "label" | "unit">): string {
  const last = one.points.slice(-8);
  const outside = one.points.filter((point) => point.is_outside).length;
  const centre = one.frozen?.mean ?? one.mean;
  const mean = centre === null ? null : Number(centre);
  const ends = mean !== null && last.length === 8 && last.at(-1)!.is_run;
  const side = ends && Number(last.at(-1)!.value) > mean ? "上" : "下";
  const out = one.points.filter((point) => point.is_out).length;
  return [
    `${label}は${one.n}点で平均 ${valueText(one.mean ?? "0", one.digits, unit)}。`,
    outside > 0 ? `規格外が${outside}点あります。` : "規格外はありません。",
    driftText(one, unit),
    ends ? `最近は${one.frozen ? "固定した平均" : "平均"}より${side}が続いています（8点以上）。` : "",
    out > 0 ? `管理限界の外が${out}点あります。` : "",
  ].join("");
}

export function spreadSentence(one: Single): string {
  if (one.label?.includes("分解能")) return `${one.label}（値がすべて同じです）。`;
  if (one.cpk === null) {
    if (one.lower_limit === null && one.upper_limit === null) return "規格がないため、工程能力は出しません。";
    return `${one.n}点です。工程能力は10点から出します。`;
  }
  const sure = Number(one.cpk) >= 1.33 ? "規格に対して余裕があります。" : "規格に対して余裕が足りません。";
  const range = one.range
    ? `（95%の範囲 ${one.range.join("〜")}、n=${one.n}${one.n < 25 ? "、参考" : ""}）`
    : "";
  return `Cpk ${one.cpk}${range}。${sure}`;
}

/** What the figures are of, and why there are none. */
export function scopeText({ strands, single }: Pick<Quality, "strands" | "single">): string {
  const [only] = strands;
  if (single && only)
    return [
      only.product,
      only.status,
      only.label,
      single.is_changed ? "規格が途中で変わったため、最後の規格で計算" : "",
    ]
      .filter(Boolean)
      .join("・");
  if (strands.length === 1) return "選択・チェック・写真の項目には、推移と工程能力はありません。";
  return "推移・ヒストグラム・工程能力は、商品・工程・記録項目・図面の版をひとつに絞ると出ます。下の表から選べます。";
}

export const specText = (one: Single, unit: string | null) => limitsText({ ...one, unit }) || "なし";
