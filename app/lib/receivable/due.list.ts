import { z } from "zod";
import { list, type Tone } from "~/lib/list/list.schema";
import { formatNumber } from "~/lib/money/decimal";
import { optionalText } from "~/lib/text/text.schema";
import { bankClosedText } from "~/lib/time/bankday";
import { formatDate } from "~/lib/time/date";
import { optionalDate } from "~/lib/time/date.schema";
import { KIND_LABEL } from "~/lib/vocabulary/payment";
import { BALANCES } from "./balance.list";

export const dueFilter = z.object({
  q: optionalText("検索", 60),
  on: optionalDate("基準日"),
  from: optionalDate("入金期日"),
  to: optionalDate("入金期日"),
});
export type DueFilter = z.output<typeof dueFilter>;

export const dueRow = z.object({
  key: z.string(),
  /** A 請求書 that waits for money; or of a receipt the 手形, でんさい or 小切手 that turns into money. */
  kind: z.enum(["invoice", "check", "bill", "densai"]),
  invoice_key: z.number().nullable(),
  payment_key: z.number().nullable(),
  number: z.string().nullable(),
  buyer_id: z.string(),
  buyer_name: z.string(),
  invoice_date: z.string().nullable(),
  due_date: z.string(),
  total: z.number().nullable(),
  paid: z.number().nullable(),
  open: z.number().nullable(),
  /** Received already, so of no 残; the money comes on the day. */
  maturing: z.number().nullable(),
  running: z.number(),
  days_overdue: z.number().nullable(),
});
export type DueRow = z.output<typeof dueRow>;

function stateOf({ kind, days_overdue, paid }: DueRow): [text: string, tone: Tone] {
  if (kind !== "invoice") return [`${KIND_LABEL[kind]} 期日`, "muted"];
  if (days_overdue) return [`${days_overdue}日超過`, "bad"];
  return paid ? ["一部入金", "warn"] : ["未入金", "accent"];
}

const runningText = ({ running }: DueRow) => `累計 ${formatNumber(running)}`;

export const dueList = list({
  path: "/accounting/receivable/due",
  api: "/receivables/due",
  title: "入金予定",
  counter: "件",
  key: "key",
  order: "due_date",
  summed: true,
  filter: dueFilter,
  fields: [
    { name: "from", label: "入金期日（から）", kind: "date" },
    { name: "to", label: "入金期日（まで）", kind: "date" },
    { name: "q", label: "取引先・請求書番号", kind: "text" },
    { name: "on", label: "基準日", kind: "date", more: true },
  ],
  row: dueRow,
  columns: [
    {
      name: "due_date",
      label: "入金期日",
      kind: "date",
      sum: () => "合計",
      link: (row) =>
        row.invoice_key === null
          ? `${BALANCES}/payment/${row.payment_key}`
          : `/accounting/invoice/${row.invoice_key}`,
      text: (row) => formatDate(row.due_date) + bankClosedText(row.due_date),
      csv: (row) => row.due_date,
    },
    {
      name: "state",
      label: "状態",
      kind: "state",
      text: (row) => stateOf(row)[0],
      tone: (row) => stateOf(row)[1],
    },
    { name: "buyer_name", label: "取引先", kind: "text", fact: 1 },
    { name: "number", label: "請求書番号", kind: "code" },
    { name: "invoice_date", label: "請求日", kind: "date" },
    { name: "total", label: "請求額（税込）", kind: "yen", amount: true },
    { name: "paid", label: "入金済", kind: "yen", amount: true },
    { name: "open", label: "残", kind: "yen", amount: true, fact: 2, below: runningText },
    { name: "maturing", label: "手形等", kind: "yen", amount: true, fact: 2, below: runningText },
    { name: "running", label: "累計", kind: "yen", amount: true },
  ],
  empty: { none: { text: "入金を待っている請求書も、期日前の手形等もありません。" } },
});
