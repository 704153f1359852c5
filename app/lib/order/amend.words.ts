import { CARD_LABEL } from "~/lib/fields/card.fields";
import { formatNumber } from "~/lib/money/decimal";
import { formatDate } from "~/lib/time/date";
import type { AmendedContent } from "~/lib/vocabulary/amendment";
import { UNIT_LABEL, type Unit } from "~/lib/vocabulary/card.schema";
import { SUPPLY_LABEL, type Supply } from "~/lib/vocabulary/supply";
import { SUPPLY_FIELDS } from "./amend.supply";
import { LINE_LABEL } from "./order.fields";

export const AMENDED_FIELDS = [
  "num_items",
  "delivery_date",
  "delivery_time",
  "unit_price",
  "destination",
  "drawing_revision",
  "over_pct",
  "under_pct",
  ...SUPPLY_FIELDS,
] as const;
type AmendedField = (typeof AMENDED_FIELDS)[number];

const labelOf = (field: AmendedField): string =>
  field === "destination" ? CARD_LABEL.destination : LINE_LABEL[field];

const WHERE_EMPTY: { [F in AmendedField]?: string } = {
  unit_price: "未定",
  over_pct: "取引の条件のとおり",
  under_pct: "取引の条件のとおり",
};

const isPriceField = (field: AmendedField): boolean => field === "unit_price" || field === "supply_price";

/** Whether somebody who may not see amounts can say nothing to it but no. */
export const asksMoney = ({ cost, after }: { cost: number | null; after: AmendedContent }): boolean =>
  cost !== null || AMENDED_FIELDS.some((field) => isPriceField(field) && after[field] !== undefined);

/** `supply_unit`: of the line, where the content does not change it. */
export function contentText(
  content: AmendedContent,
  field: AmendedField,
  unit: Unit,
  supply_unit: string | null,
): string | null {
  const value = content[field];
  if (value === undefined) return null;
  if (value === null || value === "") return WHERE_EMPTY[field] ?? "なし";
  switch (field) {
    case "num_items":
      return `${formatNumber(value)}${UNIT_LABEL[unit]}`;
    case "unit_price":
    case "supply_price":
      return `${formatNumber(value)}円`;
    case "over_pct":
    case "under_pct":
      return `${Number(value)}%`;
    case "supply_quantity":
      return `${formatNumber(value)}${content.supply_unit ?? supply_unit ?? ""}`;
    case "delivery_date":
    case "supply_date":
      return formatDate(value);
    case "supply":
      return SUPPLY_LABEL[value as Supply];
    default:
      return value;
  }
}

type Change = { field: string; before: string | null; after: string | null };

/** Of a line that is added what is said of it. */
const isTold = (field: AmendedField, before: AmendedContent, after: AmendedContent): boolean =>
  after[field] !== undefined && (after[field] !== null || field in before);

/** Prices are hidden from those who may not see them (decision 006). */
export function contentChanges(
  { before, after }: { before: AmendedContent; after: AmendedContent },
  unit: Unit,
  supply_unit: string | null,
  amounts: boolean,
): Change[] {
  return AMENDED_FIELDS.filter((field) => isTold(field, before, after)).map((field) => {
    const hidden = isPriceField(field) && !amounts;
    return {
      field: labelOf(field),
      before: hidden ? null : contentText(before, field, unit, supply_unit),
      after: hidden ? null : contentText(after, field, unit, supply_unit),
    };
  });
}

export const changeText = ({ field, before, after }: Change): string =>
  before === null && after === null
    ? `${field} 変更あり`
    : before === null
      ? `${field} ${after}`
      : `${field} ${before} → ${after}`;
