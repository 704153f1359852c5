import { z } from "zod";
import { CARD_LABEL } from "~/lib/fields/card.fields";
import { type Column, list } from "~/lib/list/list.schema";
import { LINE_UNIT_LABEL, lineUnit, rateOf } from "~/lib/vocabulary/document";
import { deliveryFilter, deliveryList } from "./delivery.list";
import { monthLabel } from "./invoice";
import { invoiceFilter, invoiceList } from "./invoice.list";

const line = {
  key: z.number(),
  number: z.string(),
  cancelled_time: z.string().nullable(),
  partner_name: z.string(),
  line_no: z.number(),
  order_id: z.string().nullable(),
  name: z.string(),
  drawing_no: z.string().nullable(),
  num_units: z.string(),
  unit: lineUnit,
  unit_price: z.string(),
  price: z.number(),
  tax_rate: z.number(),
  note: z.string().nullable(),
};
const deliveryLineRow = z.object({
  ...line,
  delivery_date: z.string(),
  sales_date: z.string(),
  card_id: z.string().nullable(),
  num_items: z.string(),
  order_unit: lineUnit,
  destination: z.string().nullable(),
  invoice_number: z.string().nullable(),
});
const invoiceLineRow = z.object({
  ...line,
  ym: z.number(),
  invoice_date: z.string(),
  sales_date: z.string(),
  delivery_number: z.string().nullable(),
});
export type DeliveryLineRow = z.output<typeof deliveryLineRow>;
export type InvoiceLineRow = z.output<typeof invoiceLineRow>;
type Line = Pick<DeliveryLineRow, keyof typeof line>;

const cancelled: Column<Line> = {
  name: "cancelled_time",
  label: "取消",
  kind: "text",
  text: (row) => (row.cancelled_time ? "取消" : ""),
};
const what: Column<Line>[] = [
  { name: "order_id", label: CARD_LABEL.order_id, kind: "code" },
  { name: "name", label: CARD_LABEL.name, kind: "text" },
  { name: "drawing_no", label: CARD_LABEL.drawing_no, kind: "code" },
];
const worth: Column<Line>[] = [
  { name: "num_units", label: "数量", kind: "quantity" },
  { name: "unit", label: CARD_LABEL.unit, kind: "text", text: (row) => LINE_UNIT_LABEL[row.unit] },
  { name: "unit_price", label: CARD_LABEL.unit_price, kind: "quantity", amount: true },
  { name: "price", label: "金額（税抜）", kind: "yen", amount: true },
  { name: "tax_rate", label: "税率", kind: "text", text: (row) => rateOf(row.tax_rate) },
  { name: "note", label: CARD_LABEL.note, kind: "text" },
];

export const deliveryLines = list({
  path: "/accounting/delivery/lines",
  api: "/deliveries/lines",
  title: "納品書明細",
  counter: "行",
  key: "key",
  filter: deliveryFilter,
  fields: deliveryList.fields,
  row: deliveryLineRow,
  empty: deliveryList.empty,
  columns: [
    { name: "number", label: "納品書番号", kind: "code" },
    { name: "delivery_date", label: "納品日", kind: "date" },
    cancelled,
    { name: "partner_name", label: "取引先", kind: "text" },
    { name: "line_no", label: "行", kind: "count" },
    ...what,
    { name: "card_id", label: "カード番号", kind: "code" },
    { name: "num_items", label: "納品数", kind: "quantity" },
    { name: "order_unit", label: "納品単位", kind: "text", text: (row) => LINE_UNIT_LABEL[row.order_unit] },
    ...worth,
    { name: "destination", label: CARD_LABEL.destination, kind: "text" },
    { name: "invoice_number", label: "請求書番号", kind: "code" },
  ],
});

export const invoiceLines = list({
  path: "/accounting/invoice/lines",
  api: "/invoices/lines",
  title: "請求書明細",
  counter: "行",
  key: "key",
  filter: invoiceFilter,
  fields: invoiceList.fields,
  row: invoiceLineRow,
  empty: invoiceList.empty,
  columns: [
    { name: "number", label: "請求書番号", kind: "code" },
    { name: "ym", label: "請求月", kind: "text", text: (row) => monthLabel(row.ym) },
    { name: "invoice_date", label: "請求日", kind: "date" },
    cancelled,
    { name: "partner_name", label: "取引先", kind: "text" },
    { name: "line_no", label: "行", kind: "count" },
    { name: "sales_date", label: "納品日", kind: "date" },
    { name: "delivery_number", label: "納品書番号", kind: "code" },
    ...what,
    ...worth,
  ],
});
