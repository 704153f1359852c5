import type { LineColumn } from "~/components/form/lines.columns";
import type { Option } from "~/lib/list/option";
import { LINE_LABEL } from "~/lib/order/order.fields";
import { orderLineImport } from "~/lib/order/order.import";
import { makingColumns, supplyColumns, type Tolerance, toleranceColumns } from "./columns.further";

/** A table pasted into the sheet and a file say the same words. */
const NAMES: Record<string, string[]> = {
  ...Object.fromEntries(
    orderLineImport.columns.map(({ field, header, synonyms = [] }) => [
      field === "product_code" ? "product_id" : field,
      [header, ...synonyms],
    ]),
  ),
  price: ["小計", "合計", "合計金額", "税抜金額"],
};

export function lineColumns(
  products: Option[],
  places: Option[],
  units: Option[],
  source: { source: string; codes: string },
  further: Tolerance | false,
): LineColumn[] {
  const all: (LineColumn | false)[] = [
    {
      name: "product_id",
      label: LINE_LABEL.product_id,
      kind: "combo",
      entry: true,
      optional: true,
      width: "wide",
      tells: "stock",
      options: products,
      ...source,
    },
    { name: "name", label: LINE_LABEL.name, kind: "text", optional: true, width: "wide" },
    further && { name: "drawing_no", label: LINE_LABEL.drawing_no, kind: "text", optional: true },
    further && {
      name: "drawing_revision",
      label: LINE_LABEL.drawing_revision,
      kind: "text",
      optional: true,
      width: "narrow",
    },
    { name: "num_items", label: LINE_LABEL.num_items, kind: "number", width: "narrow", entry: true },
    {
      name: "order_unit",
      label: LINE_LABEL.order_unit,
      kind: "select",
      optional: true,
      width: "narrow",
      options: units,
    },
    {
      name: "unit_price",
      label: LINE_LABEL.unit_price,
      kind: "number",
      optional: true,
      width: "narrow",
      entry: true,
    },
    { name: "unit", label: LINE_LABEL.unit, kind: "select", optional: true, width: "narrow", options: units },
    {
      name: "price",
      label: "金額",
      kind: "amount",
      width: "narrow",
      of: ["num_items", "unit_price"],
      same: ["order_unit", "unit"],
      total: true,
    },
    { name: "delivery_date", label: LINE_LABEL.delivery_date, kind: "date", optional: true, lean: "coming" },
    further && {
      name: "delivery_time",
      label: LINE_LABEL.delivery_time,
      kind: "text",
      optional: true,
      width: "narrow",
    },
    ...(further ? makingColumns : []),
    further && {
      name: "destination_id",
      label: LINE_LABEL.destination_id,
      kind: "select",
      optional: true,
      options: places,
    },
    ...(further ? [...supplyColumns(true), ...toleranceColumns(further)] : []),
    further && {
      name: "undetermined_reason",
      label: LINE_LABEL.undetermined_reason,
      kind: "text",
      optional: true,
      width: "wide",
    },
    further && {
      name: "planned_fix_date",
      label: LINE_LABEL.planned_fix_date,
      kind: "date",
      optional: true,
      lean: "coming",
    },
    { name: "note", label: LINE_LABEL.note, kind: "text", optional: true, width: "wide" },
    { name: "files", label: "添付", kind: "hidden" },
    { name: "tooling_award", label: "採用", kind: "hidden" },
  ];
  return all.flatMap((column) => (column ? { ...column, names: NAMES[column.name] } : []));
}
