import { type Column, list, type Tone } from "~/lib/list/list.schema";
import { formatNumber, formatYen } from "~/lib/money/decimal";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { STOCK_KIND_LABEL, STOCK_KINDS } from "~/lib/vocabulary/stock";
import {
  type ClosingRow,
  type CorrectionRow,
  closingRow,
  closingRowFilter,
  type StockClosing,
} from "./closing.schema";
import { priceText } from "./price.text";
import { INVENTORY, stockHref } from "./stock.list";
import { type WorthRow, worthAsked, worthRow } from "./worth.schema";

export const CLOSINGS = `${INVENTORY}/closing`;
export const WORTHS = `${INVENTORY}/value`;
export const monthLabel = (month: string) => `${Number(month.slice(0, 4))}年${Number(month.slice(5, 7))}月`;

/** With its sign, and nothing where there is none. */
const signedYen = (value: number): string | null =>
  value === 0 ? null : value < 0 ? formatYen(value) : `+${formatYen(value)}`;
const some = (num: string) => (num === "0" ? null : num);
const signedNum = (num: string) => (num.startsWith("-") ? formatNumber(num) : `+${formatNumber(num)}`);
const valueHref = (row: { product_id: number }) => stockHref(row.product_id, "/value");

export const closingColumns: Column<StockClosing>[] = [
  {
    name: "month",
    label: "月",
    kind: "link",
    text: (row) => monthLabel(row.month),
    link: (row) => `${CLOSINGS}/${row.key}`,
  },
  {
    name: "state",
    label: "状態",
    kind: "state",
    text: (row) => (row.undone_time === null ? "締め済み" : "取消"),
    tone: (row): Tone => (row.undone_time === null ? "good" : "muted"),
  },
  { name: "num_products", label: "商品", kind: "count", unit: () => "件" },
  { name: "stock_value", label: "月末の在庫金額", kind: "yen", fact: 2 },
  {
    name: "num_corrected",
    label: "その後の訂正",
    kind: "text",
    fact: 1,
    text: (row) =>
      row.num_corrected === 0
        ? null
        : `${row.num_corrected}件（${signedYen(row.value_corrected) ?? formatYen(0)}）`,
    tone: () => "warn",
  },
  { name: "closed_time", label: "締めた日時", kind: "datetime" },
  { name: "closed_by", label: "締めた人", kind: "text" },
  {
    name: "acts",
    label: "操作",
    kind: "text",
    acts: (row) => (row.is_newest ? [{ label: "締めを取り消す", href: `${CLOSINGS}/${row.key}/undo` }] : []),
  },
];

/** 在庫月報: each product's month, in pieces and in yen. */
export const monthList = (key: number) =>
  list({
    path: `${CLOSINGS}/${key}`,
    api: `${INVENTORY}/closings/${key}/rows`,
    title: "在庫月報",
    counter: "件",
    key: "product_id",
    filter: closingRowFilter,
    fields: [{ name: "q", label: "商品番号・品名・図番", kind: "text" }],
    row: closingRow,
    columns: MONTH,
    empty: {
      none: { text: "この月に在庫はありません。" },
      unmatched: "条件に一致する商品はありません。",
    },
  });

const MONTH: Column<ClosingRow>[] = [
  { name: "code", label: "商品番号", kind: "code", link: valueHref },
  { name: "name", label: "品名", kind: "text", fact: 1 },
  { name: "order_unit", label: "単位", kind: "text", text: (row) => UNIT_LABEL[row.order_unit] },
  { name: "start_num", label: "前月末", kind: "quantity" },
  { name: "start_value", label: "前月末の金額", kind: "yen" },
  {
    name: "num_corrected",
    label: "過月修正",
    kind: "quantity",
    text: (row) => (row.num_corrected === "0" ? null : signedNum(row.num_corrected)),
    csv: (row) => row.num_corrected,
  },
  {
    name: "value_corrected",
    label: "過月修正の金額",
    kind: "yen",
    text: (row) => signedYen(row.value_corrected),
    csv: (row) => row.value_corrected,
  },
  {
    name: "num_in",
    label: "入庫",
    kind: "quantity",
    text: (row) => some(row.num_in),
    csv: (row) => row.num_in,
  },
  { name: "value_in", label: "入庫の金額", kind: "yen" },
  {
    name: "num_out",
    label: "出庫",
    kind: "quantity",
    text: (row) => some(row.num_out),
    csv: (row) => row.num_out,
  },
  { name: "value_out", label: "出庫の金額", kind: "yen" },
  {
    name: "variance",
    label: "評価差額",
    kind: "yen",
    text: (row) => signedYen(row.variance),
    csv: (row) => row.variance,
  },
  {
    name: "num",
    label: "月末",
    kind: "quantity",
    tone: (row) => (row.num.startsWith("-") ? "bad" : undefined),
  },
  { name: "stock_value", label: "月末の金額", kind: "yen", fact: 2 },
];

export const correctionColumns: Column<CorrectionRow>[] = [
  { name: "effective_date", label: "計上日", kind: "date" },
  { name: "code", label: "商品番号", kind: "code", link: valueHref },
  { name: "name", label: "品名", kind: "text", fact: 1 },
  { name: "num", label: "数量", kind: "quantity", text: (row) => some(row.num) && signedNum(row.num) },
  { name: "value", label: "在庫金額の差", kind: "yen", text: (row) => signedYen(row.value), fact: 2 },
  { name: "cost", label: "うち払出の差", kind: "yen", text: (row) => signedYen(row.cost) },
  { name: "words", label: "理由", kind: "text" },
  { name: "recorded_time", label: "登録日時", kind: "datetime" },
];

const WORTH: Column<WorthRow>[] = [
  { name: "code", label: "商品番号", kind: "code", link: valueHref },
  { name: "name", label: "品名", kind: "text", fact: 1 },
  { name: "kind", label: "在庫種別", kind: "text", text: (row) => STOCK_KIND_LABEL[row.kind] },
  {
    name: "num",
    label: "数量",
    kind: "quantity",
    tone: (row) => (row.num.startsWith("-") ? "bad" : undefined),
  },
  { name: "order_unit", label: "単位", kind: "text", text: (row) => UNIT_LABEL[row.order_unit] },
  {
    name: "unit_price",
    label: "単価",
    kind: "quantity",
    text: priceText,
    csv: ({ unit_price }) => unit_price,
  },
  { name: "stock_value", label: "在庫金額", kind: "yen", fact: 2 },
];

export const worthList = list({
  path: WORTHS,
  api: `${INVENTORY}/values`,
  title: "在庫金額",
  counter: "件",
  key: "product_id",
  filter: worthAsked,
  fields: [
    { name: "date", label: "日付", kind: "date", always: true },
    { name: "q", label: "商品番号・品名・図番", kind: "text" },
    {
      name: "kind",
      label: "在庫種別",
      kind: "select",
      options: STOCK_KINDS.map((value) => ({ value, label: STOCK_KIND_LABEL[value] })),
    },
  ],
  row: worthRow,
  columns: WORTH,
  empty: {
    none: { text: "この日の在庫はありません。" },
    unmatched: "条件に一致する在庫はありません。",
  },
});
