import { z } from "zod";
import { type Column, list } from "~/lib/list/list.schema";
import { paging } from "~/lib/list/paging.schema";
import { sortBy } from "~/lib/list/sort";
import { checkbox, optional, optionalText } from "~/lib/text/text.schema";
import { formatDate } from "~/lib/time/date";
import { QUOTE_LABEL, quoteFields } from "./quote.fields";
import { daysLeftText, deadlineTone, quantitiesText } from "./quote.list";
import { type ReceivedRow, receivedRow } from "./quote.row.schema";
import { RECEIVED_STATUS, RECEIVED_STATUS_LABEL, RECEIVED_STATUS_TONE } from "./quote.status";

/** `open`: what waits for an answer of ours. */
const receivedFilter = z.object({
  status: z.enum(RECEIVED_STATUS).optional(),
  open: checkbox(),
  q: optionalText("検索", 100),
  buyer_id: optional(quoteFields.buyer_id),
});
export const receivedQuery = receivedFilter.extend({
  ...paging,
  sort: sortBy(["request_date", "deadline"], "-request_date"),
});

const columns: Column<ReceivedRow>[] = [
  {
    name: "number",
    label: QUOTE_LABEL.number,
    kind: "code",
    link: (row) => `/setting/product/quote/${row.key}`,
  },
  { name: "request_date", label: "依頼日", kind: "date", sort: true },
  { name: "buyer_name", label: QUOTE_LABEL.buyer_id, kind: "text", fact: 1 },
  { name: "name", label: QUOTE_LABEL.name, kind: "text", fact: 2 },
  {
    name: "drawing_no",
    label: "図番・版",
    kind: "code",
    text: (row) => [row.drawing_no, row.drawing_revision].filter(Boolean).join(" "),
  },
  { name: "quantities", label: "数量段階", kind: "text", text: quantitiesText },
  {
    name: "deadline",
    label: QUOTE_LABEL.deadline,
    kind: "text",
    sort: true,
    text: (row) =>
      row.deadline && [formatDate(row.deadline), daysLeftText(row.days_left)].filter(Boolean).join(" "),
    csv: (row) => row.deadline?.replaceAll("-", "/"),
    tone: (row) => (["waiting", "draft", "expired"].includes(row.status) ? deadlineTone(row) : undefined),
  },
  {
    name: "status",
    label: "状態",
    kind: "state",
    text: (row) => (row.is_offer && row.status === "answered" ? "提出済" : RECEIVED_STATUS_LABEL[row.status]),
    tone: (row) => RECEIVED_STATUS_TONE[row.status],
  },
  {
    name: "version",
    label: "版",
    kind: "text",
    text: (row) => (row.version === null ? null : `第${row.version}版`),
  },
  { name: "valid_until", label: QUOTE_LABEL.valid_until, kind: "date" },
];

export const receivedList = (buyers: { value: string; label: string }[] = []) =>
  list({
    path: "/setting/product/quote",
    api: "/quotes/received",
    title: "見積",
    counter: "件",
    filter: receivedFilter,
    fields: [
      { name: "open", label: "回答待ち", kind: "check" },
      { name: "q", label: "見積番号・品名・図番", kind: "text" },
      {
        name: "status",
        label: "状態",
        kind: "select",
        options: RECEIVED_STATUS.map((value) => ({ value, label: RECEIVED_STATUS_LABEL[value] })),
        more: true,
      },
      { name: "buyer_id", label: QUOTE_LABEL.buyer_id, kind: "select", options: buyers, more: true },
    ],
    row: receivedRow,
    key: "key",
    order: "-request_date",
    off: ["version"],
    columns,
    empty: {
      none: {
        text: "見積の依頼はまだ届いていません。依頼がなくても、見積書を作って送れます。",
        action: { label: "見積書を作る", href: "/setting/product/quote/new" },
      },
      unmatched: "条件に一致する見積はありません。",
    },
  });
