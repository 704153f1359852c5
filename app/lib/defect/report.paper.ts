import { formatDate, formatDateTime, tokyoDate } from "~/lib/time/date";
import type { PaperColumn, PaperDocumentProps } from "~/lib/vocabulary/paper";
import { TREATMENT_LABEL } from "~/lib/vocabulary/reason";
import { quantityText, type ReportDetail } from "./report.schema";

const COLUMNS: PaperColumn[] = [
  { label: "カード番号", mm: 24 },
  { label: "品名・図番", mm: 56 },
  { label: "注文番号", mm: 26 },
  { label: "工程", mm: 18 },
  { label: "発生日", mm: 20, align: "center" },
  { label: "不良数", mm: 16, align: "right" },
  { label: "理由", mm: 20 },
];

export const answerText = ({ answer }: Pick<ReportDetail, "answer">): string =>
  !answer
    ? "回答待ち"
    : answer.treatment
      ? `${TREATMENT_LABEL[answer.treatment]}（${formatDateTime(answer.answered_time)} ${answer.person}）`
      : `取り下げ（${formatDateTime(answer.answered_time)}）`;

/** As it was sent, with what was answered. */
export function reportPaper(doc: ReportDetail): PaperDocumentProps {
  const texts: [string, string | null][] = [
    ["原因", doc.cause],
    ["対策・連絡", doc.words],
    ["回答", answerText(doc)],
    ["回答の連絡", doc.answer?.words ?? null],
  ];
  return {
    title: "不良報告書",
    number: doc.version > 1 ? `${doc.number} 第${doc.version}版` : doc.number,
    dates: [{ label: "発行日", text: formatDate(tokyoDate(new Date(doc.sent_time))) }],
    addressee: { name: `${doc.buyer_name} 御中` },
    issuer: { name: doc.seller_name, person: doc.person },
    greeting: "下記のとおり不良を報告します。処置のご指示をお願いします。",
    columns: COLUMNS,
    lines: doc.rows.map((row) => ({
      cells: [
        row.card_id,
        [row.name, row.drawing_no].filter(Boolean).join(" "),
        row.order_id,
        row.status,
        tokyoDate(new Date(row.at)).replaceAll("-", "/"),
        quantityText(row),
        row.reason,
      ],
    })),
    notes: texts.flatMap(([label, text]) => (text ? [`${label}：${text}`] : [])),
    plain: true,
  };
}
