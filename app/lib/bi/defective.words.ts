import { formatNumber } from "~/lib/money/decimal";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { NO_REASON } from "~/lib/vocabulary/reason";
import { type DefectiveRow, type DefectiveSummary, MEASURE_LABEL } from "./defective.schema";

export const LOSS_FORMULA =
  "損失金額 = カードの単価 × 不良数（請求の単位に直し、1件ごとに円未満を四捨五入）。特採は0円、単価の決まっていないカードは含みません。";
export const COUNTING =
  "実績の不良数と、あとから不良登録した数です。（ ）は特採で、不良数に数えません。不良率 = 不良数 ÷（良品数 + 不良数）。";

export const summedText = (sums: Record<string, number | string>) =>
  Object.entries(UNIT_LABEL)
    .flatMap(([unit, label]) => {
      const num = sums[`num_defective.${unit}`];
      return num && num !== "0" ? `${formatNumber(num)}${label}` : [];
    })
    .join("・") || "0";

/** 特採 is no defect: its number stands in brackets. */
export const numText = ({ num, num_defective }: DefectiveRow) =>
  num === num_defective ? formatNumber(num) : `（${formatNumber(num)}）`;

export const reasonText = ({ reason }: DefectiveRow) => reason ?? NO_REASON;

export const measureUnit = ({ by, unit }: Pick<DefectiveSummary, "by" | "unit">) =>
  by === "loss" ? "円" : by === "n" ? "件" : UNIT_LABEL[unit];

type Causes = Pick<DefectiveSummary, "causes" | "by" | "unit">;
export function causeSentence(summary: Causes): string {
  const [first] = summary.causes.filter(({ id }) => id !== null);
  const all = summary.causes.reduce((sum, { value }) => sum + value, 0);
  const of = MEASURE_LABEL[summary.by];
  if (!first) return `理由の分かる不良の${of}はありません。`;
  const share = Math.round((first.value / all) * 100);
  return `${of}で最も多い理由は${first.label}（${formatNumber(first.value)}${measureUnit(summary)}、${share}%）です。`;
}

export function treatmentSentence({
  treatments,
  unit,
}: Pick<DefectiveSummary, "treatments" | "unit">): string {
  const num = ({ value, share }: DefectiveSummary["treatments"][number]) =>
    `${formatNumber(value)}${UNIT_LABEL[unit]}、${share}%`;
  const open = treatments.find(({ treatment }) => treatment === null);
  const [most] = [...treatments].sort((a, b) => b.value - a.value);
  if (!most) return "この期間の不良はありません。";
  return open
    ? `処置の決まっていないものがあります（${num(open)}）。`
    : `すべて処置が決まっていて、最も多いのは${most.label}（${num(most)}）です。`;
}

export function rateSentence({ buckets, total }: Pick<DefectiveSummary, "buckets" | "total">): string {
  if (total.defect_rate === null) return "この期間の実績はありません。";
  const worst = buckets.reduce<number>(
    (most, { defect_rate }) => Math.max(most, Number(defect_rate ?? 0)),
    0,
  );
  if (Number(total.num_defective) === 0) return "この期間に不良はありません。";
  // On a day that counted none anew, what a 変更依頼 scrapped has no rate.
  const peak = worst === 0 ? "" : `、最も高いときは${worst}%`;
  return `不良率は全体で${total.defect_rate}%${peak}です。`;
}

export function placeSentence({ processes, unit }: Pick<DefectiveSummary, "processes" | "unit">): string {
  const [most] = [...processes].sort((a, b) => Number(b.num_defective) - Number(a.num_defective));
  return most
    ? `不良が最も多い工程は${most.label}（${formatNumber(most.num_defective)}${UNIT_LABEL[unit]}）です。`
    : "この期間の不良はありません。";
}
