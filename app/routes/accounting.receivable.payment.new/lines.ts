import type { LineColumn } from "~/components/form/lines.columns";
import { rateLabel } from "~/lib/vocabulary/document";
import { KIND_LABEL, KINDS } from "~/lib/vocabulary/payment";

export const PAYMENT_LINES: LineColumn[] = [
  {
    name: "kind",
    label: "方法",
    kind: "select",
    options: KINDS.map((value) => ({ value, label: KIND_LABEL[value] })),
  },
  { name: "amount", label: "金額", kind: "number", unit: "円", total: true },
  {
    name: "maturity_date",
    label: "満期日（手形・でんさい・小切手）",
    kind: "date",
    lean: "coming",
    optional: true,
  },
  {
    name: "tax_rate",
    label: "税率（値引）",
    kind: "select",
    optional: true,
    options: ["10", "8", "0"].map((value) => ({ value, label: rateLabel(Number(value)) })),
  },
];
