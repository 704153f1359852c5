import { z } from "zod";
import { CARD_LABEL } from "~/lib/fields/card.fields";
import { type List, list } from "~/lib/list/list.schema";
import { formatNumber } from "~/lib/money/decimal";
import { optionalInteger } from "~/lib/money/number.schema";
import { checkbox, optionalChoice, optionalText } from "~/lib/text/text.schema";
import { optionalDate } from "~/lib/time/date.schema";
import { SENDING_STATES } from "~/lib/vocabulary/sending";
import { DELIVERY_STATE_LABEL, DELIVERY_STATES } from "./delivery.schema";
import { monthLabel } from "./invoice";
import { SENDING_COLUMN, SENDING_FIELD } from "./sending.list";

/** The three keys of the law's search (R3-3), each alone and together, bounds included. */
export const deliveryFilter = z.object({
  q: optionalText("検索", 60),
  /** What other factories sent, not what the company issued. */
  received: checkbox(),
  partner: optionalText("取引先", 60),
  from: optionalDate("納品日"),
  to: optionalDate("納品日"),
  state: optionalChoice("状態", DELIVERY_STATES),
  /** Something of it waits for 検収, and is not billed yet. */
  uninspected: checkbox(),
  /** Something of it was rejected once billed, and no 返品 has taken it off. */
  awaiting_on: optionalDate("返品待ち（基準日）"),
  sending: optionalChoice("送付", SENDING_STATES),
  /** On no 請求書 that stood at the end of this day. */
  unbilled_on: optionalDate("未請求の基準日"),
  min: optionalInteger("税込合計", -999_999_999_999, 999_999_999_999),
  max: optionalInteger("税込合計", -999_999_999_999, 999_999_999_999),
});
export type DeliveryFilter = z.output<typeof deliveryFilter>;

export const deliveryRow = z.object({
  key: z.number(),
  number: z.string(),
  delivery_date: z.string(),
  partner_name: z.string(),
  destination: z.string().nullable(),
  num_lines: z.number(),
  name: z.string(),
  subtotal: z.number(),
  tax: z.number(),
  total: z.number(),
  invoice_ym: z.number().nullable(),
  invoice_number: z.string().nullable(),
  invoice_key: z.number().nullable(),
  viewed_time: z.string().nullable(),
  inspected_date: z.string().nullable(),
  is_sent: z.boolean(),
  state: z.enum(DELIVERY_STATES),
  person: z.string().nullable(),
});
export type DeliveryRow = z.infer<typeof deliveryRow>;

export const DELIVERY_STATE_TONE = {
  issued: "accent",
  sent: "accent",
  viewed: "accent",
  inspected: "good",
  billed: "good",
  cancelled: "bad",
} as const;

const STATES = DELIVERY_STATES.map((value) => ({ value, label: DELIVERY_STATE_LABEL[value] }));

export const deliveryList = list({
  path: "/accounting/delivery",
  api: "/deliveries",
  title: "納品書一覧",
  counter: "件",
  key: "key",
  order: "-delivery_date",
  off: ["num_lines", "tax", "invoice_ym", "inspected_date", "destination", "person"],
  summed: true,
  filter: deliveryFilter,
  fields: [
    { name: "q", label: "番号・注文番号・品名", kind: "text" },
    { name: "from", label: "納品日（から）", kind: "date" },
    { name: "to", label: "納品日（まで）", kind: "date" },
    {
      name: "state",
      label: "状態",
      kind: "select",
      options: [{ value: "draft", label: "下書き" }, ...STATES],
    },
    SENDING_FIELD,
    { name: "partner", label: "取引先", kind: "text", more: true },
    { name: "min", label: "税込合計（円以上）", kind: "text", more: true },
    { name: "max", label: "税込合計（円以下）", kind: "text", more: true },
    { name: "unbilled_on", label: "未請求（基準日）", kind: "date", more: true },
    { name: "uninspected", label: "検収待ち", kind: "check", more: true },
    { name: "awaiting_on", label: "返品待ち（基準日）", kind: "date", more: true },
    { name: "received", label: "受け取った納品書", kind: "check", more: true },
  ],
  row: deliveryRow,
  columns: [
    {
      name: "number",
      label: "納品書番号",
      sum: () => "合計（取消を除く）",
      kind: "link",
      sort: true,
      link: (row) => `/accounting/delivery/${row.key}`,
    },
    { name: "delivery_date", label: "納品日", kind: "date", sort: true },
    {
      name: "state",
      label: "状態",
      kind: "state",
      text: (row) => DELIVERY_STATE_LABEL[row.state],
      tone: (row) => DELIVERY_STATE_TONE[row.state],
    },
    { name: "partner_name", label: "取引先", kind: "text", fact: 1 },
    { name: "num_lines", label: "件数", kind: "count" },
    {
      name: "subtotal",
      label: "税抜合計",
      kind: "yen",
      amount: true,
      sum: ({ subtotal }) => `税抜 ${formatNumber(subtotal!)}`,
    },
    { name: "tax", label: "消費税(参考)", kind: "yen", amount: true },
    {
      name: "total",
      label: "税込合計",
      kind: "yen",
      amount: true,
      sum: ({ total }) => `税込 ${formatNumber(total!)}`,
      sort: true,
      fact: 2,
    },
    {
      name: "invoice_ym",
      label: "請求月",
      kind: "text",
      text: (row) => (row.invoice_ym ? monthLabel(row.invoice_ym) : null),
    },
    {
      name: "invoice_number",
      label: "請求書番号",
      kind: "link",
      link: (row) => (row.invoice_key ? `/accounting/invoice/${row.invoice_key}` : null),
    },
    SENDING_COLUMN,
    { name: "name", label: CARD_LABEL.name, kind: "text" },
    { name: "inspected_date", label: "検収日", kind: "date" },
    { name: "destination", label: CARD_LABEL.destination, kind: "text", brief: true },
    { name: "person", label: "担当", kind: "text" },
  ],
  empty: {
    none: {
      text: "納品書はまだありません。",
      action: { label: "納品書を作成", href: "/accounting/delivery/new" },
    },
  },
});

const receivedDeliveries: List<typeof deliveryFilter, typeof deliveryRow> = {
  ...deliveryList,
  fields: deliveryList.fields
    .filter((field) => !["received", "sending", "unbilled_on", "awaiting_on"].includes(field.name))
    .map((field) => (field.name === "state" ? { ...field, options: STATES } : field)),
  columns: deliveryList.columns.filter((column) => column.name !== "viewed_time" && column.name !== "person"),
  empty: { none: { text: "まだ納品書は届いていません。" } },
};

export const deliveriesFor = (company_type: "seller" | "buyer" | null) =>
  company_type === "buyer" ? receivedDeliveries : deliveryList;
