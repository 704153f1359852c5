import type { LineColumn } from "~/components/form/lines.columns";
import { ADDED_NAME, AMOUNTS } from "../shared/added.lines";

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
  ADDED_NAME,
  ...AMOUNTS.map((column) => (column.kind === "amount" ? { ...column, waits: "kind" } : column)),
  { name: "original_number", label: "元の納品書番号", kind: "text", optional: true },
  { name: "original_date", label: "元の納品日", kind: "date", optional: true },
];
