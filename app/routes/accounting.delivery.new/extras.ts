import type { LineColumn } from "~/components/form/lines.columns";
import { CARD_LABEL } from "~/lib/fields/card.fields";
import { LINE_UNIT_LABEL, LINE_UNITS } from "~/lib/vocabulary/document";

/** 式 where none is chosen. */
const UNITS = LINE_UNITS.map((value) => ({
  value: value === "lot" ? "" : value,
  label: LINE_UNIT_LABEL[value],
})).reverse();

export const EXTRAS: LineColumn[] = [
  {
    name: "kind",
    label: "区分",
    kind: "select",
    optional: true,
    width: "narrow",
    options: [
      { value: "", label: "項目" },
      { value: "return", label: "返品" },
    ],
  },
  {
    name: "name",
    label: "項目",
    kind: "combo",
    free: true,
    width: "wide",
    options: ["送料", "梱包費", "型代", "値引"].map((value) => ({ value, label: value })),
  },
  { name: "num_units", label: "数量", kind: "number", width: "narrow" },
  { name: "unit", label: CARD_LABEL.unit, kind: "select", optional: true, width: "narrow", options: UNITS },
  { name: "unit_price", label: CARD_LABEL.unit_price, kind: "number" },
  {
    name: "amount",
    label: "金額",
    kind: "amount",
    of: ["num_units", "unit_price"],
    waits: "kind",
    total: true,
  },
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
  { name: "original_number", label: "元の納品書番号", kind: "text", optional: true },
  { name: "original_date", label: "元の納品日", kind: "date", optional: true },
];
