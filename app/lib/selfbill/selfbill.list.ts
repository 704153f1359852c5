import { z } from "zod";
import { monthLabel } from "~/lib/accounting/invoice";
import { list } from "~/lib/list/list.schema";
import { checkbox, optionalChoice, optionalText } from "~/lib/text/text.schema";
import { optionalDate } from "~/lib/time/date.schema";
import {
  SELF_BILL_STATE_LABEL,
  SELF_BILL_STATES,
  SELF_BILL_TONE,
  SELF_BILLS,
} from "~/lib/vocabulary/selfbill";

export const selfBillFilter = z.object({
  q: optionalText("検索", 60),
  state: optionalChoice("状態", SELF_BILL_STATES),
  from: optionalDate("発行日"),
  to: optionalDate("発行日"),
  /** What others issued of what the company supplied. */
  received: checkbox(),
});
export type SelfBillFilter = z.output<typeof selfBillFilter>;

export const selfBillRow = z.object({
  key: z.number(),
  number: z.string(),
  partner_name: z.string(),
  is_payer: z.boolean(),
  ym: z.number(),
  invoice_date: z.string(),
  due_date: z.string(),
  subtotal: z.number(),
  tax: z.number(),
  total: z.number(),
  edition: z.number(),
  state: z.enum(SELF_BILL_STATES),
  sent_time: z.string(),
  viewed_time: z.string().nullable(),
  answered_time: z.string().nullable(),
});
export type SelfBillRow = z.infer<typeof selfBillRow>;

export const selfBillList = list({
  path: SELF_BILLS,
  api: "/self-bills",
  title: "支払通知書",
  counter: "件",
  key: "key",
  order: "-invoice_date",
  off: ["subtotal", "tax", "edition", "sent_time"],
  summed: true,
  filter: selfBillFilter,
  fields: [
    { name: "q", label: "番号・取引先", kind: "text" },
    {
      name: "state",
      label: "状態",
      kind: "select",
      options: SELF_BILL_STATES.map((value) => ({ value, label: SELF_BILL_STATE_LABEL[value] })),
    },
    { name: "received", label: "受け取った支払通知書だけ", kind: "check" },
    { name: "from", label: "発行日（から）", kind: "date", more: true },
    { name: "to", label: "発行日（まで）", kind: "date", more: true },
  ],
  row: selfBillRow,
  columns: [
    {
      name: "number",
      label: "番号",
      kind: "link",
      sort: true,
      sum: () => "合計（取消を除く）",
      link: (row) => `${SELF_BILLS}/${row.key}`,
    },
    {
      name: "state",
      label: "状態",
      kind: "state",
      text: (row) => SELF_BILL_STATE_LABEL[row.state],
      tone: (row) => SELF_BILL_TONE[row.state],
    },
    { name: "partner_name", label: "取引先", kind: "text", fact: 1 },
    { name: "is_payer", label: "授受", kind: "text", text: (row) => (row.is_payer ? "発行" : "受領") },
    { name: "ym", label: "対象月", kind: "text", text: (row) => monthLabel(row.ym) },
    { name: "subtotal", label: "税抜", kind: "yen", amount: true },
    { name: "tax", label: "消費税", kind: "yen", amount: true },
    { name: "total", label: "金額（税込）", kind: "yen", amount: true, sort: true, fact: 2 },
    { name: "due_date", label: "支払期日", kind: "date", sort: true },
    { name: "invoice_date", label: "発行日", kind: "date", sort: true },
    { name: "edition", label: "版", kind: "text", text: (row) => `第${row.edition}版` },
    { name: "sent_time", label: "送付", kind: "datetime" },
    { name: "viewed_time", label: "閲覧", kind: "datetime" },
    { name: "answered_time", label: "回答", kind: "datetime" },
  ],
  empty: {
    none: {
      text: "支払通知書はまだありません。支払先と取り決めると、請求書の代わりに発行できます。",
    },
    unmatched: "条件に一致する支払通知書はありません。",
  },
});
