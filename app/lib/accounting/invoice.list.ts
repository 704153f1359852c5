import { z } from "zod";
import { type List, list } from "~/lib/list/list.schema";
import { formatNumber } from "~/lib/money/decimal";
import { optionalInteger } from "~/lib/money/number.schema";
import { checkbox, optionalChoice, optionalText } from "~/lib/text/text.schema";
import { formatDate } from "~/lib/time/date";
import { optionalDate } from "~/lib/time/date.schema";
import { formatPeriod } from "~/lib/time/period";
import { SENDING_STATES } from "~/lib/vocabulary/sending";
import { asksPayment, INVOICE_STATES, monthLabel } from "./invoice";
import { issueLabel, ym } from "./invoice.schema";
import { INVOICE_STATE_LABEL, invoiceStateLabel, invoiceTone } from "./invoice.state";
import { SENDING_COLUMN, SENDING_FIELD } from "./sending.list";

export const invoiceFilter = z.object({
  q: optionalText("検索", 60),
  /** What other factories sent, not what the company issued. */
  received: checkbox(),
  unviewed: checkbox(),
  partner: optionalText("取引先", 60),
  ym: ym("請求月").optional(),
  closing_day: optionalInteger("締日", 1, 31),
  state: optionalChoice("状態", INVOICE_STATES),
  from: optionalDate("請求日"),
  to: optionalDate("請求日"),
  due_from: optionalDate("入金期日"),
  due_to: optionalDate("入金期日"),
  sending: optionalChoice("送付", SENDING_STATES),
  min: optionalInteger("請求額", -999_999_999_999, 999_999_999_999),
  max: optionalInteger("請求額", -999_999_999_999, 999_999_999_999),
});
export type InvoiceFilter = z.output<typeof invoiceFilter>;

export const invoiceRow = z.object({
  key: z.number(),
  number: z.string(),
  ym: z.number(),
  invoice_date: z.string(),
  partner_name: z.string(),
  start_date: z.string(),
  end_date: z.string(),
  prev_billed: z.number(),
  received: z.number(),
  adjustment: z.number(),
  carried_over: z.number(),
  subtotal: z.number(),
  tax: z.number(),
  total: z.number(),
  billed_now: z.number(),
  due_date: z.string(),
  paid: z.number().nullable(),
  open: z.number().nullable(),
  state: z.enum(INVOICE_STATES).nullable(),
  viewed_time: z.string().nullable(),
  is_sent: z.boolean(),
  is_single: z.boolean(),
  is_self_billed: z.boolean(),
  correction: z.enum(["red", "black"]).nullable(),
  revision: z.number(),
  /** The 黒, 赤 or 訂正版 that came after it. */
  corrected_by: z.number().nullable(),
});
export type InvoiceRow = z.infer<typeof invoiceRow>;

/** Over several months what one carries over would be counted anew in each. */
const billedSum = ({ billed_now, total }: Record<string, number | string>) =>
  billed_now === undefined ? `繰越除く ${formatNumber(total!)}` : `税込 ${formatNumber(billed_now)}`;

/** None where nothing is to be paid. */
export const dueDay = {
  text: (row: InvoiceRow) => (asksPayment(row) ? formatDate(row.due_date) : "なし"),
  csv: (row: InvoiceRow) => (asksPayment(row) ? row.due_date : ""),
};

export const invoiceList = list({
  path: "/accounting/invoice",
  api: "/invoices",
  title: "請求書一覧",
  counter: "件",
  key: "key",
  order: "-invoice_date",
  off: ["revision", "carried_over", "tax", "paid", "start_date"],
  summed: true,
  filter: invoiceFilter,
  fields: [
    { name: "q", label: "請求書番号・納品書番号", kind: "text" },
    { name: "partner", label: "取引先", kind: "text" },
    { name: "ym", label: "請求月（例：202611）", kind: "text" },
    {
      name: "state",
      label: "状態",
      kind: "select",
      options: INVOICE_STATES.map((value) => ({ value, label: INVOICE_STATE_LABEL[value] })),
    },
    { name: "from", label: "請求日（から）", kind: "date", more: true },
    { name: "to", label: "請求日（まで）", kind: "date", more: true },
    { name: "due_from", label: "入金期日（から）", kind: "date", more: true },
    { name: "due_to", label: "入金期日（まで）", kind: "date", more: true },
    { name: "min", label: "請求額（円以上）", kind: "text", more: true },
    { name: "max", label: "請求額（円以下）", kind: "text", more: true },
    SENDING_FIELD,
    { name: "unviewed", label: "相手が開いていない請求書", kind: "check", more: true },
    { name: "received", label: "受け取った請求書", kind: "check", more: true },
  ],
  row: invoiceRow,
  columns: [
    {
      name: "number",
      label: "請求書番号",
      sum: () => "合計（取消を除く）",
      kind: "link",
      sort: true,
      link: (row) => `/accounting/invoice/${row.key}`,
    },
    { name: "ym", label: "請求月", kind: "text", text: (row) => monthLabel(row.ym) },
    {
      name: "state",
      label: "状態",
      kind: "state",
      text: invoiceStateLabel,
      link: (row) => (row.corrected_by === null ? null : `/accounting/invoice/${row.corrected_by}`),
      tone: invoiceTone,
    },
    { name: "revision", label: "区分・版", kind: "text", text: (row) => issueLabel(row) ?? "締め" },
    { name: "partner_name", label: "取引先", kind: "text", fact: 1 },
    { name: "carried_over", label: "繰越金額", kind: "yen", amount: true },
    {
      name: "subtotal",
      label: "今回売上額（税抜）",
      kind: "yen",
      amount: true,
      sum: ({ subtotal }) => `税抜 ${formatNumber(subtotal!)}`,
    },
    { name: "tax", label: "消費税額", kind: "yen", amount: true },
    {
      name: "billed_now",
      label: "今回請求額（税込）",
      kind: "yen",
      amount: true,
      sort: true,
      fact: 2,
      sum: billedSum,
    },
    {
      name: "due_date",
      label: "入金期日",
      kind: "date",
      sort: true,
      ...dueDay,
      tone: (row) => (row.state === "overdue" ? "bad" : undefined),
    },
    { name: "paid", label: "入金済・充当済", kind: "yen", amount: true },
    { name: "open", label: "残額", kind: "yen", amount: true },
    SENDING_COLUMN,
    {
      name: "start_date",
      label: "期間",
      kind: "text",
      text: (row) => formatPeriod({ start: row.start_date, end: row.end_date }),
    },
    { name: "invoice_date", label: "請求日", kind: "date", sort: true },
  ],
  empty: {
    none: {
      text: "請求書はまだありません。",
      action: { label: "締め処理をする", href: "/accounting/invoice/close" },
    },
  },
});

const NOT_BUYERS = ["paid", "open", "viewed_time"];
/** Without the seller's books. */
const receivedInvoices: List<typeof invoiceFilter, typeof invoiceRow> = {
  ...invoiceList,
  fields: invoiceList.fields
    .filter((field) => !["state", "received", "sending"].includes(field.name))
    .map((field) => (field.name === "unviewed" ? { ...field, label: "開いていない請求書" } : field))
    .map((field) =>
      field.name.startsWith("due_") ? { ...field, label: field.label.replace("入金", "支払") } : field,
    ),
  columns: invoiceList.columns
    .filter((column) => !NOT_BUYERS.includes(column.name))
    .map((column) => (column.name === "due_date" ? { ...column, label: "支払期日" } : column)),
  empty: { none: { text: "請求書はまだありません。" } },
};

/** R4-6: a month's balance is of its own sales, or what is carried over would be counted twice. */
export const openNote = (rows: Pick<InvoiceRow, "carried_over" | "open">[]): string | null =>
  rows.some((row) => row.open !== null && row.carried_over !== 0)
    ? "残額は、その請求書の今回売上額と消費税額から入金済・充当済の額を引いた額です。繰越金額は前回までの請求書の残額に含まれます。"
    : null;

export const invoicesFor = (company_type: "seller" | "buyer" | null) =>
  company_type === "buyer" ? receivedInvoices : invoiceList;
