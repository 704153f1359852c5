import type { LineColumn } from "~/components/form/lines.columns";
import type { Option } from "~/lib/list/option";
import { LINE_LABEL } from "~/lib/order/order.fields";
import { PART_DELIVERIES, PART_DELIVERY_LABEL } from "~/lib/vocabulary/part.delivery";
import { SUPPLY_LABEL, supply } from "~/lib/vocabulary/supply";

const parts: Option[] = PART_DELIVERIES.map((value) => ({ value, label: PART_DELIVERY_LABEL[value] }));
const supplies: Option[] = supply.options.map((value) => ({ value, label: SUPPLY_LABEL[value] }));

export type Tolerance = { over_pct: string; under_pct: string };

/** Of the two companies where the line has none of its own. */
const percent = (name: keyof Tolerance, agreed: string): LineColumn => ({
  ...narrow(name, "number"),
  unit: "%",
  placeholder: String(Number(agreed)),
});

const narrow = (name: keyof typeof LINE_LABEL, kind: "number" | "text"): LineColumn => ({
  name,
  label: LINE_LABEL[name],
  kind,
  optional: true,
  width: "narrow",
});

/** What the order's form alone asks for: how it is made, and how it may come. */
export const makingColumns: LineColumn[] = [
  { name: "process_name", label: LINE_LABEL.process_name, kind: "text", optional: true },
  {
    name: "part_delivery",
    label: LINE_LABEL.part_delivery,
    kind: "select",
    optional: true,
    width: "narrow",
    options: parts,
  },
];
/** The same on the form of an order and on that of its change. */
export const supplyColumns = (amounts: boolean, kinds: Option[] = supplies): LineColumn[] => [
  { name: "supply", label: LINE_LABEL.supply, kind: "select", optional: true, options: kinds },
  { name: "supplied_material", label: "支給材（品名）", kind: "text", optional: true, width: "wide" },
  narrow("supply_quantity", "number"),
  narrow("supply_unit", "text"),
  ...(amounts ? [narrow("supply_price", "number")] : []),
  { name: "supply_date", label: LINE_LABEL.supply_date, kind: "date", optional: true, lean: "coming" },
];
export const toleranceColumns = ({ over_pct, under_pct }: Tolerance): LineColumn[] => [
  percent("over_pct", over_pct),
  percent("under_pct", under_pct),
];
