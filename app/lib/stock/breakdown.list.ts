import { csvOf } from "~/lib/list/csv";
import type { Column } from "~/lib/list/list.schema";
import { formatNumber } from "~/lib/money/decimal";
import { formatDate, formatDateTime } from "~/lib/time/date";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import type { BreakdownRow, OpenedRow } from "./breakdown.schema";
import type { StockRow } from "./stock.schema";

const KIND_TEXT: Record<OpenedRow["kind"], string> = { arriving: "", allocation: "引当 ", parts: "部品 " };

const yielding = (key: number) => ({ label: "譲る", href: `/inventory/allocation/${key}` });

function openedText(row: OpenedRow, unit: string): string {
  const { kind, num, delivery_date, is_short, buyer_name, allocated_by, allocated_time } = row;
  return [
    `${KIND_TEXT[kind]}${formatNumber(num)}${unit}`,
    delivery_date ? formatDate(delivery_date) : "納期なし",
    is_short && "不足",
    kind !== "arriving" && buyer_name,
    allocated_by && `${allocated_by}が${formatDateTime(allocated_time!)}に引当`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** 1234 引当 20個 12/3(木) 田中 引当 佐藤 11/20 9:00 譲る: each card a figure is made of, and where the rest stands. */
export function openedOf(
  all: OpenedRow[],
  { product_id, order_unit }: StockRow,
  id: "arriving" | "shipping",
) {
  const rows = all.filter(
    (one) => one.product_id === product_id && (one.kind === "arriving") === (id === "arriving"),
  );
  const more = (rows[0]?.num_rows ?? 0) - rows.length;
  return [
    ...rows.map((one) => ({
      label: one.card_id,
      href: `/task/${one.card_key}`,
      text: openedText(one, UNIT_LABEL[order_unit]),
      ...(one.is_short && { tone: "bad" as const }),
      ...(one.key !== null && { act: yielding(one.key) }),
    })),
    ...(rows.length > 0
      ? [
          {
            label: "すべて見る",
            href: `/inventory/${product_id}#${id}`,
            text: more > 0 ? `ほか ${more}件` : "",
          },
        ]
      : []),
  ];
}

const KIND_LABEL: Record<BreakdownRow["kind"], string> = {
  arriving: "入荷",
  allocation: "引当",
  parts: "部品の必要数",
};

export const breakdownColumns = (unit: string, isShipping: boolean): Column<BreakdownRow>[] => {
  const all: (Column<BreakdownRow> | false)[] = [
    { name: "card_id", label: "カード", kind: "code", link: (row) => `/task/${row.card_key}` },
    isShipping && {
      name: "kind",
      label: "区分",
      kind: "state",
      text: (row) => (row.is_short ? "引当 不足" : KIND_LABEL[row.kind]),
      tone: (row) => (row.is_short ? "bad" : "accent"),
    },
    { name: "num", label: "数量", kind: "quantity", unit: () => unit, fact: 2 },
    { name: "delivery_date", label: "納期", kind: "date" },
    { name: "card_name", label: "品名", kind: "text", fact: 1 },
    { name: "buyer_name", label: "依頼元", kind: "text" },
    { name: "status", label: "工程", kind: "text" },
    isShipping && { name: "allocated_by", label: "引き当てた人", kind: "text" },
    isShipping && {
      name: "allocated_time",
      label: "引当日時",
      kind: "text",
      text: (row) => row.allocated_time && formatDateTime(row.allocated_time),
    },
    isShipping && {
      name: "acts",
      label: "操作",
      kind: "text",
      acts: (row) => (row.key === null ? [] : [yielding(row.key)]),
    },
  ];
  return all.flatMap((column) => column || []);
};

/** 出荷予定 of a product, by card, as a file. */
export function shippingCsv(rows: BreakdownRow[], { code, name, order_unit }: StockRow): string {
  const unit = UNIT_LABEL[order_unit];
  const product: Column<BreakdownRow>[] = [
    { name: "code", label: "商品番号", kind: "code", text: () => code },
    { name: "product_name", label: "商品名", kind: "text", text: () => name },
    { name: "unit", label: "単位", kind: "text", text: () => unit },
  ];
  return csvOf([...product, ...breakdownColumns(unit, true)], rows);
}
