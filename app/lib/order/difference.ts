import { formatNumber, milli } from "~/lib/money/decimal";
import { normalizeCode } from "~/lib/text/normalize";
import { UNIT_LABEL, type Unit } from "~/lib/vocabulary/card.schema";
import { PART_DELIVERY_LABEL, type PartDelivery } from "~/lib/vocabulary/part.delivery";
import type { Supply } from "~/lib/vocabulary/supply";
import { LINE_LABEL } from "./order.fields";
import { supplyText } from "./order.supply";

export type Ordered = {
  name: string;
  drawing_no: string | null;
  drawing_revision: string | null;
  num_items: string;
  order_unit: Unit;
  unit: Unit;
  unit_price: string | null;
  destination: string | null;
  supply: Supply | null;
  supplied_material: string | null;
  supply_quantity?: string | null;
  supply_unit?: string | null;
  process_name?: string | null;
  part_delivery?: PartDelivery | null;
  note: string | null;
};

export const DIFFERENCE_FIELDS = [
  "name",
  "drawing_no",
  "drawing_revision",
  "num_items",
  "unit_price",
  "destination",
  "supply",
  "process_name",
  "part_delivery",
  "note",
] as const;
type DifferenceField = (typeof DIFFERENCE_FIELDS)[number];
type Difference = { field: DifferenceField; before: string | null; after: string | null };

export const DIFFERENCE_LABEL: Record<DifferenceField, string> = {
  name: LINE_LABEL.name,
  drawing_no: LINE_LABEL.drawing_no,
  drawing_revision: LINE_LABEL.drawing_revision,
  num_items: LINE_LABEL.num_items,
  unit_price: LINE_LABEL.unit_price,
  destination: LINE_LABEL.destination,
  supply: LINE_LABEL.supply,
  process_name: LINE_LABEL.process_name,
  part_delivery: LINE_LABEL.part_delivery,
  note: LINE_LABEL.note,
};

const quantity = (text: string, unit: Unit) => `${formatNumber(text)}${UNIT_LABEL[unit]}`;
const FACT: Record<DifferenceField, (line: Ordered) => string | null> = {
  name: (line) => line.name,
  drawing_no: (line) => line.drawing_no,
  drawing_revision: (line) => line.drawing_revision,
  num_items: (line) => quantity(line.num_items, line.order_unit),
  unit_price: (line) =>
    line.unit_price === null ? "未定" : `${formatNumber(line.unit_price)}円/${UNIT_LABEL[line.unit]}`,
  destination: (line) => line.destination,
  supply: (line) => supplyText({ ...line, supply_date: null }, false),
  process_name: (line) => line.process_name ?? null,
  part_delivery: (line) => PART_DELIVERY_LABEL[line.part_delivery ?? "allowed"],
  note: (line) => line.note,
};

export const factOf = (field: DifferenceField, line: Ordered): string | null => FACT[field](line);

const CODES: DifferenceField[] = ["drawing_no", "drawing_revision"];
const plain = (field: DifferenceField, text: string | null) =>
  CODES.includes(field) ? normalizeCode(text ?? "").toUpperCase() : (text ?? "").replace(/\s+/g, " ").trim();

/** A day is another each time; a price is nobody's who may not see amounts. */
export function differences(previous: Ordered, current: Ordered, amounts: boolean): Difference[] {
  return DIFFERENCE_FIELDS.flatMap((field) => {
    const [before, after] = [FACT[field](previous), FACT[field](current)];
    if (plain(field, before) === plain(field, after)) return [];
    if (field === "unit_price" && !amounts) return [];
    return [{ field, before, after }];
  });
}

/** "改訂 A → B、単価 120円/個 → 128円/個" */
export const differenceText = ({ field, before, after }: Difference): string =>
  `${DIFFERENCE_LABEL[field]} ${before ?? "なし"} → ${after ?? "なし"}`;

type Counted = Pick<Ordered, "num_items" | "order_unit" | "unit_price" | "unit">;
const LEAP = 10n;

function leap(before: string | null, after: string | null): string | null {
  const [old, now] = [milli(before ?? "0"), milli(after ?? "0")];
  if (old <= 0n || now <= 0n) return null;
  if (now >= old * LEAP) return `前回の${formatNumber(String(now / old))}倍`;
  return old >= now * LEAP ? `前回の${formatNumber(String(old / now))}分の1` : null;
}

/** What a slip of the keys makes: ten times the last or more, or a tenth of it; of the same unit alone. */
export function leaps(previous: Counted, current: Counted): string[] {
  const { num_items, unit_price } = LINE_LABEL;
  const found = [
    [num_items, previous.order_unit === current.order_unit && leap(previous.num_items, current.num_items)],
    [unit_price, previous.unit === current.unit && leap(previous.unit_price, current.unit_price)],
  ];
  return found.flatMap(([label, text]) => (text ? `${label}が${text}です` : []));
}
