import type { LineColumn } from "~/components/form/lines.columns";
import { CARD_LABEL } from "~/lib/fields/card.fields";
import { LINE_UNIT_LABEL, LINE_UNITS } from "~/lib/vocabulary/document";

/** 式 where none is chosen. */
const UNITS = LINE_UNITS.map((value) => ({
  value: value === "lot" ? "" : value,
  label: LINE_UNIT_LABEL[value],
})).reverse();

export const AMOUNTS: LineColumn[] = [
  { name: "num_units", label: "数量", kind: "number", width: "narrow", entry: true },
  { name: "unit", label: CARD_LABEL.unit, kind: "select", optional: true, width: "narrow", options: UNITS },
  { name: "unit_price", label: CARD_LABEL.unit_price, kind: "number", entry: true },
  { name: "amount", label: "金額", kind: "amount", of: ["num_units", "unit_price"], total: true },
  {
    name: "tax_kind",
    label: "税区分",
    kind: "select",
    optional: true,
    width: "narrow",
    options: [
      { value: "", label: "標準" },
      { value: "reduced", label: "軽減" },
      { value: "exempt", label: "対象外" },
    ],
  },
];

export const ADDED_NAME: LineColumn = {
  name: "name",
  label: "項目",
  kind: "combo",
  free: true,
  entry: true,
  width: "wide",
  options: ["送料", "梱包費", "型代", "値引"].map((value) => ({ value, label: value })),
};

/** Lines of a 請求書 that stand on no 納品書. */
export const ADDED_LINES: LineColumn[] = [ADDED_NAME, ...AMOUNTS];

/** All lines of a 請求書 that is corrected; `id` says which of its own each was. */
export const CORRECTED_LINES: LineColumn[] = [
  { name: "id", label: "行", kind: "hidden" },
  { name: "name", label: CARD_LABEL.name, kind: "text", width: "wide", entry: true },
  ...AMOUNTS,
];

export const ADDED_HELP = "送料・梱包費・値引などを足せます。値引は単価をマイナスで入力します。";
