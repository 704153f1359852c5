import { formatNumber, formatYen } from "~/lib/money/decimal";
import { formatDate } from "~/lib/time/date";
import { LINE_UNIT_LABEL } from "~/lib/vocabulary/document";
import { MATCH_KIND_LABEL } from "./match";
import type { MatchRow } from "./match.schema";

/** So many lines are written out; the rest are counted. */
const LINES_MOST = 5;

export const sideText = (side: MatchRow["ours"], { unit }: Pick<MatchRow, "unit">): string => {
  if (side === null || side.num_units === null) return "";
  const num = `${formatNumber(side.num_units)}${unit ? LINE_UNIT_LABEL[unit] : ""}`;
  return side.unit_price === null ? num : `${num} × ${formatNumber(side.unit_price)}`;
};

const figures = (side: MatchRow["ours"], row: MatchRow) =>
  side === null ? "なし" : [sideText(side, row), formatYen(side.amount)].filter(Boolean).join(" = ");

const lineWords = (row: MatchRow) =>
  [
    `・${[row.date && formatDate(row.date), row.number, row.name].filter(Boolean).join(" ")}`,
    `（${MATCH_KIND_LABEL[row.kind]}）`,
    `当社 ${figures(row.ours, row)}／御社 ${figures(row.theirs, row)}`,
  ].join("");

/** What the partner is asked to correct: the lines as both sides have them. */
export function askWords(rows: MatchRow[], reason: string): string {
  const more = rows.length - LINES_MOST;
  return [
    `請求内容の確認をお願いします: ${reason}`,
    ...rows.slice(0, LINES_MOST).map(lineWords),
    more > 0 ? `ほか${more}行` : "",
  ]
    .filter(Boolean)
    .join("\n");
}
