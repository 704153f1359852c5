import type { LineColumn } from "~/components/form/lines.columns";
import { CARD_LABEL } from "~/lib/fields/card.fields";
import type { Amendment } from "~/lib/order/amend.schema";
import { SUPPLY_FIELDS, SUPPLY_WISHES } from "~/lib/order/amend.supply";
import { LINE_LABEL } from "~/lib/order/order.fields";
import type { Order } from "~/lib/order/order.row.schema";
import { UNIT_LABEL, unit } from "~/lib/vocabulary/card.schema";
import { SUPPLY_LABEL } from "~/lib/vocabulary/supply";
import { supplyColumns, toleranceColumns } from "~/routes/order.new/columns.further";

const supplies = SUPPLY_WISHES.map((value) => ({
  value,
  label: value === "none" ? "支給なしにする" : SUPPLY_LABEL[value],
}));

const FURTHER = ["delivery_time", "over_pct", "under_pct", ...SUPPLY_FIELDS] as const;

type Cells = Record<string, string | undefined>;

/** Asked for, or something of them is said or wrong. */
export const showsFurther = (
  typed: { columns?: unknown; lines?: (Cells | null | undefined)[] },
  errors: Record<string, unknown>,
): boolean =>
  typed.columns === "all" ||
  (typed.lines ?? []).some((line) => FURTHER.some((name) => line?.[name])) ||
  Object.keys(errors).some((name) => FURTHER.some((own) => name.endsWith(`].${own}`)));

export function changeColumns(
  { amounts, tolerance }: Order,
  further: boolean,
  focus: string | null,
): LineColumn[] {
  const all: (LineColumn | false)[] = [
    { name: "line_no", label: "行", kind: "hidden" },
    { name: "product_id", label: LINE_LABEL.product_id, kind: "hidden" },
    { name: "name", label: LINE_LABEL.name, kind: "text", optional: true, width: "wide" },
    {
      name: "num_items",
      label: LINE_LABEL.num_items,
      kind: "number",
      optional: true,
      width: "narrow",
      focus,
    },
    {
      name: "order_unit",
      label: LINE_LABEL.order_unit,
      kind: "select",
      optional: true,
      width: "narrow",
      options: unit.options.map((value) => ({ value, label: UNIT_LABEL[value] })),
    },
    { name: "delivery_date", label: LINE_LABEL.delivery_date, kind: "date", optional: true, lean: "coming" },
    amounts && {
      name: "unit_price",
      label: LINE_LABEL.unit_price,
      kind: "number",
      optional: true,
      width: "narrow",
    },
    { name: "destination", label: CARD_LABEL.destination, kind: "text", optional: true },
    {
      name: "drawing_revision",
      label: LINE_LABEL.drawing_revision,
      kind: "text",
      optional: true,
      width: "narrow",
    },
    {
      name: "deed",
      label: "この行",
      kind: "select",
      optional: true,
      width: "narrow",
      options: [{ value: "cancel", label: "取り消す" }],
    },
    amounts && {
      name: "cost",
      label: "これまでの費用（円）",
      kind: "number",
      optional: true,
      width: "narrow",
    },
    ...(further ? [hour, ...supplyColumns(amounts, supplies), ...toleranceColumns(tolerance)] : []),
  ];
  return all.flatMap((column) => column || []);
}

const hour: LineColumn = {
  name: "delivery_time",
  label: LINE_LABEL.delivery_time,
  kind: "text",
  optional: true,
  width: "narrow",
};

const cell = (value: string | null | undefined) => value ?? "";

/** What is off, or is a cost, stays as it is. */
export const isChangeable = (line: Order["lines"][number]) =>
  !line.is_off && !line.now.is_off && !line.is_cost;

/** What stands, and over it what the other side proposed where this is a counter-proposal. */
export function changeLines(order: Order, countered?: Amendment) {
  const items = countered?.items.filter((item) => item.state === "open") ?? [];
  const wishOf = (line_no: number | null) => items.find((item) => item.line_no === line_no)?.wishes ?? {};
  const lines = order.lines.filter(isChangeable).map((line) => ({
    line_no: String(line.line_no),
    product_id: line.product_id === null ? "" : String(line.product_id),
    name: line.name,
    num_items: line.now.num_items,
    order_unit: line.order_unit,
    delivery_date: line.now.delivery_dates[0] ?? line.delivery_date,
    unit_price: cell(line.now.unit_price),
    destination: cell(line.destination),
    drawing_revision: cell(line.drawing_revision),
    ...Object.fromEntries(FURTHER.map((name) => [name, cell(line[name])])),
    ...wishOf(line.line_no),
  }));
  return [...lines, ...items.filter((item) => item.line_no === null).map((item) => item.wishes)];
}
