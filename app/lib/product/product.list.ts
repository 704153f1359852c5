import { type Column, type FilterField, list } from "~/lib/list/list.schema";
import { formatDate, tokyoDate } from "~/lib/time/date";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { PRODUCT_LABEL } from "./product.fields";
import { type ProductLine, productLine, productListFilter } from "./product.master.schema";

const fields = (buyers: Buyers, categories: string[]): FilterField[] => [
  { name: "q", label: "商品番号・品名・図番", kind: "text" },
  {
    name: "buyer_id",
    label: "依頼元",
    kind: "select",
    options: buyers.map(({ id, name }) => ({ value: id, label: name })),
  },
  {
    name: "category",
    label: PRODUCT_LABEL.category,
    kind: "select",
    more: true,
    options: categories.map((value) => ({ value, label: value })),
  },
  { name: "unpriced", label: "単価未設定", kind: "check", more: true },
  { name: "stock", label: "在庫管理", kind: "check", more: true },
  { name: "all", label: "無効も表示", kind: "check", more: true },
];

const columns: Column<ProductLine>[] = [
  {
    name: "code",
    label: PRODUCT_LABEL.code,
    kind: "code",
    sort: true,
    link: (row) => `/setting/product/${row.product_id}`,
  },
  {
    name: "thumb",
    label: "図面",
    kind: "text",
    text: () => null,
    image: (row) => row.thumb && `/file/${row.thumb}/thumb`,
  },
  { name: "name", label: PRODUCT_LABEL.name, kind: "text", sort: true, fact: 1 },
  { name: "buyer_name", label: "依頼元", kind: "text" },
  { name: "category", label: PRODUCT_LABEL.category, kind: "text" },
  { name: "drawing_no", label: PRODUCT_LABEL.drawing_no, kind: "code" },
  { name: "drawing_revision", label: PRODUCT_LABEL.drawing_revision, kind: "code" },
  {
    name: "order_unit",
    label: PRODUCT_LABEL.order_unit,
    kind: "text",
    text: (row) => UNIT_LABEL[row.order_unit],
  },
  { name: "unit", label: PRODUCT_LABEL.unit, kind: "code", text: (row) => UNIT_LABEL[row.unit] },
  { name: "num_units", label: "単位数", kind: "quantity" },
  { name: "unit_weight", label: PRODUCT_LABEL.unit_weight, kind: "quantity" },
  { name: "pieces_per_set", label: PRODUCT_LABEL.pieces_per_set, kind: "quantity" },
  { name: "unit_price", label: PRODUCT_LABEL.unit_price, kind: "quantity", amount: true, fact: 2 },
  { name: "price_from", label: PRODUCT_LABEL.effective_from, kind: "date", amount: true },
  {
    name: "price_text",
    label: "数量段階",
    kind: "text",
    amount: true,
    text: (row) => (row.price_text?.includes("（") ? row.price_text : null),
  },
  { name: "steps", label: "標準工程", kind: "text", wide: true },
  { name: "minutes", label: "標準時間", kind: "quantity" },
  { name: "step_minutes", label: "標準時間", kind: "text" },
  { name: "step_setups", label: "段取時間", kind: "text" },
  {
    name: "num_parts",
    label: "部品数",
    kind: "count",
    text: (row) => (row.num_parts > 0 ? String(row.num_parts) : null),
  },
  {
    name: "is_stock",
    label: PRODUCT_LABEL.is_stock,
    kind: "code",
    text: (row) => (row.is_stock ? "する" : null),
  },
  { name: "num_threshold", label: PRODUCT_LABEL.num_threshold, kind: "quantity" },
  {
    name: "last_order_time",
    label: "最終受注日",
    kind: "date",
    text: (row) => (row.last_order_time ? formatDate(tokyoDate(row.last_order_time)) : null),
  },
  { name: "note", label: PRODUCT_LABEL.note, kind: "text" },
  {
    name: "is_active",
    label: "状態",
    kind: "state",
    text: (row) => (row.is_active ? "有効" : "無効"),
    tone: (row) => (row.is_active ? "good" : "muted"),
  },
];
const FURTHER = [
  "category",
  "drawing_no",
  "order_unit",
  "pieces_per_set",
  "price_text",
  "step_minutes",
  "step_setups",
  "note",
];
const SHORT = ["thumb", "minutes"];

type Buyers = { id: string; name: string }[];
export const productList = (buyers: Buyers, whole = false, categories: string[] = []) =>
  list({
    path: "/setting/product",
    api: "/products/master",
    title: "商品マスタ一覧",
    counter: "件",
    filter: productListFilter,
    fields: fields(buyers, categories),
    row: productLine,
    key: "product_id",
    order: "code",
    off: [
      "drawing_revision",
      "num_units",
      "unit_weight",
      "price_from",
      "minutes",
      "num_parts",
      "last_order_time",
    ],
    columns: columns.filter((column) => !(whole ? SHORT : FURTHER).includes(column.name)),
    empty: {
      none: {
        text: "商品はまだありません。一つずつ追加するか、「CSV取込」でまとめて登録できます。",
        action: { label: "商品を追加", href: "/setting/product/new" },
      },
      unmatched: "条件に一致する商品はありません。",
    },
  });
