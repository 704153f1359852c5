import { z } from "zod";
import { type Column, list } from "~/lib/list/list.schema";
import { paging } from "~/lib/list/paging.schema";
import { sortBy } from "~/lib/list/sort";
import { formatNumber } from "~/lib/money/decimal";
import { checkbox, optional, optionalText } from "~/lib/text/text.schema";
import { formatDate } from "~/lib/time/date";
import { optionalDate } from "~/lib/time/date.schema";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { QUOTE_LABEL, quoteFields } from "./quote.fields";
import { type QuoteRow, quoteRow } from "./quote.row.schema";
import { QUOTE_STATUS, QUOTE_STATUS_LABEL, QUOTE_STATUS_TONE } from "./quote.status";

export const COMPARED_MAX = 50;
const SORTS = ["request_date", "deadline"];

const quoteFilter = z.object({
  status: z.enum(QUOTE_STATUS).optional(),
  unread: checkbox(),
  q: optionalText("検索", 100),
  seller_id: optional(quoteFields.seller_id),
  request_date_from: optionalDate("依頼日から"),
  request_date_to: optionalDate("依頼日まで"),
  deadline_from: optionalDate("回答期限から"),
  deadline_to: optionalDate("回答期限まで"),
});
export const quoteQuery = quoteFilter.extend({ ...paging, sort: sortBy(SORTS, "-request_date") });

export const quantitiesText = ({ quantities, order_unit }: Pick<QuoteRow, "quantities" | "order_unit">) =>
  `${quantities.map((one) => formatNumber(one)).join(" / ")} ${UNIT_LABEL[order_unit]}`;

/** 残り3日, 今日まで, 2日超過. */
export function daysLeftText(days_left: number | null): string | null {
  if (days_left === null) return null;
  if (days_left === 0) return "今日まで";
  return days_left > 0 ? `残り${days_left}日` : `${-days_left}日超過`;
}
const deadlineText = ({ deadline, days_left }: Pick<QuoteRow, "deadline" | "days_left">) =>
  deadline && [formatDate(deadline), daysLeftText(days_left)].filter(Boolean).join(" ");
export const deadlineTone = ({ days_left }: Pick<QuoteRow, "days_left">) =>
  days_left === null
    ? undefined
    : days_left < 0
      ? ("bad" as const)
      : days_left < 2
        ? ("warn" as const)
        : undefined;

const answeredText = ({ num_answered, num_sellers, num_declined }: QuoteRow) =>
  `${num_answered}/${num_sellers}社${num_declined > 0 ? `（辞退${num_declined}）` : ""}`;

const columns: Column<QuoteRow>[] = [
  {
    name: "number",
    label: QUOTE_LABEL.number,
    kind: "code",
    text: (row) => row.number ?? `${row.num_sellers}社への下書き`,
    link: (row) => `/order/product/${row.key}`,
  },
  {
    name: "status",
    label: "状態",
    kind: "state",
    text: (row) => QUOTE_STATUS_LABEL[row.status],
    tone: (row) => QUOTE_STATUS_TONE[row.status],
  },
  { name: "request_date", label: "依頼日", kind: "date", sort: true },
  {
    name: "thumb",
    label: "図面",
    kind: "text",
    text: () => null,
    image: (row) => row.thumb && `/file/${row.thumb}/thumb`,
  },
  { name: "name", label: QUOTE_LABEL.name, kind: "text", fact: 1 },
  {
    name: "drawing_no",
    label: "図番・版",
    kind: "code",
    text: (row) => [row.drawing_no, row.drawing_revision].filter(Boolean).join(" "),
  },
  { name: "quantities", label: "数量段階", kind: "text", text: quantitiesText },
  {
    name: "sellers",
    label: "依頼先",
    kind: "text",
    text: (row) => (row.num_sellers > 1 ? `${row.num_sellers}社` : (row.sellers[0] ?? null)),
    csv: (row) => row.sellers.join("、"),
  },
  {
    name: "num_answered",
    label: "回答",
    kind: "text",
    text: (row) => (row.status === "draft" ? null : answeredText(row)),
  },
  { name: "unit_price", label: "最安単価", kind: "quantity", unit: () => "円", fact: 2 },
  {
    name: "lead_days",
    label: "最短納期",
    kind: "count",
    text: (row) => (row.lead_days === null ? null : formatNumber(row.lead_days)),
    unit: () => "営業日",
  },
  {
    name: "deadline",
    label: QUOTE_LABEL.deadline,
    kind: "text",
    sort: true,
    text: deadlineText,
    csv: (row) => row.deadline?.replaceAll("-", "/"),
    tone: (row) => (["waiting", "expired"].includes(row.status) ? deadlineTone(row) : undefined),
  },
  {
    name: "num_unread",
    label: "未読",
    kind: "text",
    text: (row) => (row.num_unread > 0 ? `${row.num_unread}件` : null),
    tone: () => "accent",
  },
];

export const quoteList = (sellers: { value: string; label: string }[] = []) =>
  list({
    path: "/order/product",
    api: "/quotes",
    title: "見積依頼",
    counter: "件",
    filter: quoteFilter,
    fields: [
      {
        name: "status",
        label: "状態",
        kind: "select",
        options: QUOTE_STATUS.map((value) => ({ value, label: QUOTE_STATUS_LABEL[value] })),
      },
      { name: "q", label: "見積番号・品名・図番", kind: "text" },
      { name: "unread", label: "未読の回答", kind: "check" },
      { name: "seller_id", label: "依頼先", kind: "select", options: sellers, more: true },
      { name: "request_date_from", label: "依頼日から", kind: "date", more: true },
      { name: "request_date_to", label: "依頼日まで", kind: "date", more: true },
      { name: "deadline_from", label: "回答期限から", kind: "date", more: true },
      { name: "deadline_to", label: "回答期限まで", kind: "date", more: true },
    ],
    row: quoteRow,
    key: "key",
    order: "-request_date",
    off: ["thumb", "num_unread", "lead_days"],
    columns,
    empty: {
      none: {
        text: "見積依頼はまだありません。品物と数量を決めて、何社にでも同時に依頼できます。",
        action: { label: "見積を依頼する", href: "/order/product/new" },
      },
      unmatched: "条件に一致する見積依頼はありません。",
    },
  });
