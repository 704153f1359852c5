import { formatDate } from "~/lib/time/date";
import { minutesText } from "~/lib/time/minutes";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import type { PaperColumn, PaperDocumentProps, PaperLine } from "~/lib/vocabulary/paper";
import { TIME_KIND_LABEL } from "~/lib/vocabulary/worktime";
import type { DayRow, WorktimeRecord } from "./worktime.schema";
import { endText, reviewText, startText, stateText } from "./worktime.words";

const COLUMNS: PaperColumn[] = [
  { label: "開始〜終了", mm: 26 },
  { label: "区分", mm: 12, align: "center" },
  { label: "工程・作業", mm: 26 },
  { label: "カード番号", mm: 26 },
  { label: "商品", mm: 40 },
  { label: "実働(分)", mm: 16, align: "right" },
  { label: "良品", mm: 17, align: "right" },
  { label: "不良", mm: 17, align: "right" },
];

function lineOf(one: WorktimeRecord): PaperLine {
  const unit = one.order_unit ? UNIT_LABEL[one.order_unit] : "";
  return {
    cells: [
      `${startText(one)}〜${endText(one) || stateText(one)}`,
      TIME_KIND_LABEL[one.kind],
      [
        one.label,
        one.is_parallel && "（並行）",
        one.machine_minutes && `（${minutesText(one.machine_minutes)}）`,
      ]
        .filter(Boolean)
        .join(""),
      one.card_id,
      [one.product_code, one.name].filter(Boolean).join(" ") || null,
      one.minutes === null ? "―" : String(one.minutes),
      one.card_key === null ? null : `${one.num_good}${unit}`,
      one.card_key === null ? null : `${one.num_defective}${unit}`,
    ],
  };
}

const two = (n: number) => String(n).padStart(2, "0");
const ofDay = (minutes: number) => `${Math.floor(minutes / 60)}:${two(minutes % 60)}`;

/** 日報 of one person and day. */
export function worktimePaper(day: DayRow, company: string): PaperDocumentProps {
  const { review } = day;
  const gaps = day.gaps.map(([from, to]) => `${ofDay(from)}〜${ofDay(to)}`);
  const judged = review && review.kind !== "withdrawn" ? `　${review.reviewed_by}` : "";
  return {
    title: "作業日報",
    dates: [],
    addressee: { name: `${day.worker}　${formatDate(day.day)}` },
    issuer: { name: company },
    facts: [
      { label: "日付", text: formatDate(day.day) },
      { label: "作業者", text: [day.worker, day.group_name].filter(Boolean).join("　") },
      { label: "実働", text: minutesText(day.minutes) },
      {
        label: "間接・休憩",
        text: `${minutesText(day.indirect_minutes)}・${minutesText(day.break_minutes)}`,
      },
      { label: "承認", text: `${reviewText(day)}${judged}` },
      { label: "会社", text: company },
    ],
    columns: COLUMNS,
    lines: day.records.map(lineOf),
    stamps: ["承認", "確認", "作業者"],
    notes: [
      ...(day.machine_minutes > 0
        ? [`無人運転の機械時間 ${minutesText(day.machine_minutes)}（実働に含みません）`]
        : []),
      ...(gaps.length > 0 ? [`記録なし ${gaps.join("、")}`] : []),
      ...day.records.flatMap(({ note, label }) => (note ? [`${label}: ${note}`] : [])),
      ...(review?.kind === "returned" ? [`差戻しの理由: ${review.reason}`] : []),
    ],
    plain: true,
    own: true,
  };
}
