import { CARD_LABEL } from "~/lib/fields/card.fields";
import { type Column, list, type Tone } from "~/lib/list/list.schema";
import { formatNumber } from "~/lib/money/decimal";
import { shortName } from "~/lib/text/company.name";
import { daysBetween, tokyoDate } from "~/lib/time/date";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { isCost } from "./card";
import { isBought } from "./ship";
import { type ShippedRow, SUMMED, shippedFilter, shippedRow } from "./ship.list.schema";

type Side = "seller" | "buyer" | null;

export function daysLate({
  delivery_date,
  shipped_time,
}: Pick<ShippedRow, "delivery_date" | "shipped_time">): number | null {
  return delivery_date && shipped_time ? daysBetween(delivery_date, tokyoDate(shipped_time)) : null;
}

function lateText(row: ShippedRow): string | null {
  const days = daysLate(row);
  if (days === null) return null;
  const text = days === 0 ? "当日" : days > 0 ? `${days}日遅れ` : `${-days}日早い`;
  return row.is_early ? `${text}（早すぎ）` : text;
}

function lateTone(row: ShippedRow): Tone | undefined {
  if ((daysLate(row) ?? 0) > 0) return "bad";
  return row.is_early ? "warn" : undefined;
}

const unit = (row: ShippedRow) => UNIT_LABEL[row.order_unit];
/** A unit of which there is none is left out. */
const summed = (name: (typeof SUMMED)[number]): Pick<Column, "sum"> => ({
  sum: (sums) =>
    Object.entries(UNIT_LABEL)
      .flatMap(([order_unit, label]) => {
        const number = sums[`${name}.${order_unit}`] ?? 0;
        return Number(number) ? `${formatNumber(number)}${label}` : [];
      })
      .join("・") || "0",
});
const columns: Column<ShippedRow>[] = [
  {
    name: "id",
    label: "カード番号",
    kind: "code",
    sum: ({ cards }) => `合計 ${formatNumber(cards!)}件`,
    link: (row) => `/task/${row.key}`,
  },
  { name: "shipped_time", label: "出荷日時", kind: "datetime", sort: true },
  { name: "order_id", label: CARD_LABEL.order_id, kind: "code" },
  { name: "name", label: CARD_LABEL.name, kind: "text", fact: 1 },
  { name: "num_items", label: CARD_LABEL.num_items, kind: "quantity", unit, ...summed("num_items") },
  { name: "num_good", label: "良品数", kind: "quantity", fact: 2, unit, ...summed("num_good") },
  { name: "from_stock", label: "在庫から", kind: "text" },
  {
    name: "num_defective",
    label: "不良数",
    kind: "quantity",
    ...summed("num_defective"),
    tone: (row) => (row.num_defective === "0" ? undefined : "bad"),
  },
  { name: "order_unit", label: "単位", kind: "text", text: unit, sheet: true },
  // Priced by another unit than it is counted in (kg for pieces): the price says which, or 数量 × 単価 does not
  // come to 金額.
  {
    name: "unit_price",
    label: CARD_LABEL.unit_price,
    kind: "quantity",
    amount: true,
    unit: (row) => (row.unit === row.order_unit ? "" : `/${UNIT_LABEL[row.unit]}`),
  },
  { name: "price", label: "金額", kind: "yen", amount: true },
  {
    name: "buyer_name",
    label: "依頼元",
    kind: "text",
    text: (row) => shortName(row.buyer_name),
    csv: (row) => row.buyer_name,
  },
  { name: "seller_name", label: "依頼先", kind: "text" },
  { name: "destination", label: CARD_LABEL.destination, kind: "text", brief: true },
  { name: "delivery_date", label: CARD_LABEL.delivery_date, kind: "date", sort: true },
  {
    name: "days_late",
    label: "納期差",
    kind: "count",
    text: lateText,
    csv: daysLate,
    tone: lateTone,
  },
  {
    name: "delivery_number",
    label: "納品書番号",
    kind: "link",
    amount: true,
    link: (row) => (row.delivery_key ? `/accounting/delivery/${row.delivery_key}` : null),
  },
  {
    name: "invoice_number",
    label: "請求書番号",
    kind: "link",
    amount: true,
    link: (row) => (row.invoice_key ? `/accounting/invoice/${row.invoice_key}` : null),
  },
  {
    name: "is_billing_target",
    label: CARD_LABEL.is_billing_target,
    kind: "text",
    text: (row) => (row.is_billing_target ? "対象" : isBought(row) ? "買取" : "対象外"),
  },
  { name: "note", label: CARD_LABEL.note, kind: "text" },
];

const waits = (row: ShippedRow) => row.is_billing_target && row.num_delivered !== row.num_good;
/** Not on paper, nor in CSV. */
const acts: Column<ShippedRow>[] = [
  {
    name: "deliver",
    label: "納品書",
    kind: "text",
    amount: true,
    acts: (row) =>
      waits(row)
        ? [
            {
              label: "納品書を作る",
              href: `/accounting/delivery/new?buyer_id=${encodeURIComponent(row.buyer_id)}&card=${row.key}`,
            },
          ]
        : [],
  },
  {
    name: "acts",
    label: "操作",
    kind: "text",
    acts: (row) => [
      ...(isBought(row) || isCost(row) ? [] : [{ label: "出荷取消", href: `/task/${row.key}/unship` }]),
      ...(isBought(row)
        ? []
        : [
            {
              label: row.is_billing_target ? "請求対象外にする" : "請求対象にする",
              href: `/task/${row.key}/billing?return=/task/shipped`,
            },
          ]),
      ...(isCost(row) ? [] : [{ label: "複製", href: `/task/${row.key}/copy?return=/task/shipped` }]),
    ],
  },
];

export function shippedList(side: Side, partners: { id: string; name: string }[], screen: boolean) {
  const options = partners.map(({ id, name }) => ({ value: id, label: name }));
  const other = side === "buyer" ? ["buyer_name", "from_stock"] : ["seller_name"];
  const facts = columns.filter((column) => !other.includes(column.name));
  return list({
    path: "/task/shipped",
    api: "/shipped",
    title: "出荷済み一覧",
    counter: "件",
    filter: shippedFilter,
    row: shippedRow,
    key: "tick",
    order: "-shipped_time",
    off: [
      "from_stock",
      "num_items",
      "unit_price",
      "destination",
      "delivery_date",
      "invoice_number",
      "is_billing_target",
      "note",
    ],
    summed: true,
    fields: [
      { name: "q", label: "検索", kind: "text" },
      { name: "from", label: "出荷日（から）", kind: "date", always: true },
      { name: "to", label: "出荷日（まで）", kind: "date", always: true },
      side === "buyer"
        ? { name: "seller_id", label: "依頼先", kind: "select", options }
        : { name: "buyer_id", label: "依頼元", kind: "select", options },
      { name: "name", label: "商品", kind: "text", more: true },
      { name: "order_id", label: CARD_LABEL.order_id, kind: "text", more: true },
      { name: "destination", label: CARD_LABEL.destination, kind: "text", more: true },
      {
        name: "delivered",
        label: "納品書",
        kind: "select",
        more: true,
        options: [
          { value: "no", label: "未" },
          { value: "yes", label: "済" },
        ],
      },
      {
        name: "billed",
        label: "請求",
        kind: "select",
        more: true,
        options: [
          { value: "no", label: "未" },
          { value: "yes", label: "済" },
          { value: "off", label: "対象外" },
        ],
      },
    ],
    columns: screen && side !== "buyer" ? [...facts, ...acts] : facts,
    empty: { none: { text: "この期間の出荷はありません。" }, unmatched: "条件に一致する出荷はありません。" },
  });
}
