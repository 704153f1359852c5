import { list } from "~/lib/list/list.schema";
import { formatNumber } from "~/lib/money/decimal";
import { dueDay, invoiceFilter, invoiceRow } from "./invoice.list";

type Sums = Record<string, number | string>;
const total = (name: string) => (sums: Sums) => {
  const sum = sums[name];
  return sum === undefined ? undefined : formatNumber(sum);
};

/** 請求一覧表: what went out in a month, or at one 締日 of it, but for what was taken back. */
export const invoiceSummary = list({
  path: "/accounting/invoice/summary",
  api: "/invoices/summary",
  title: "請求一覧表",
  counter: "件",
  key: "key",
  order: "-invoice_date",
  summed: true,
  filter: invoiceFilter.pick({ partner: true, ym: true, closing_day: true }),
  fields: [
    { name: "ym", label: "請求月", kind: "text" },
    { name: "closing_day", label: "締日（末日は31）", kind: "text" },
    { name: "partner", label: "取引先", kind: "text" },
  ],
  row: invoiceRow,
  columns: [
    {
      name: "partner_name",
      label: "取引先",
      kind: "link",
      link: (row) => `/accounting/invoice/${row.key}`,
      sum: () => "合計",
    },
    { name: "number", label: "請求書番号", kind: "code", sort: true },
    { name: "invoice_date", label: "請求日", kind: "date", sort: true },
    { name: "prev_billed", label: "前回請求額", kind: "yen", amount: true, sum: total("prev_billed") },
    { name: "received", label: "入金額", kind: "yen", amount: true, sum: total("received") },
    { name: "adjustment", label: "調整額", kind: "yen", amount: true, sheet: true, sum: total("adjustment") },
    { name: "carried_over", label: "繰越金額", kind: "yen", amount: true, sum: total("carried_over") },
    { name: "subtotal", label: "今回売上額（税抜）", kind: "yen", amount: true, sum: total("subtotal") },
    { name: "tax", label: "消費税額", kind: "yen", amount: true, sum: total("tax") },
    {
      name: "billed_now",
      label: "今回請求額（税込）",
      kind: "yen",
      amount: true,
      sort: true,
      fact: 2,
      sum: total("billed_now"),
    },
    { name: "due_date", label: "入金期日", kind: "date", sort: true, fact: 1, ...dueDay },
  ],
  empty: { none: { text: "この条件の請求書はありません。" } },
});
