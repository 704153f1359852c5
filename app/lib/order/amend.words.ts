import { CARD_LABEL } from "~/lib/fields/card.fields";
import { formatNumber } from "~/lib/money/decimal";
import { formatDate } from "~/lib/time/date";
import type { AmendedContent } from "~/lib/vocabulary/amendment";
import { UNIT_LABEL, type Unit } from "~/lib/vocabulary/card.schema";
import { LINE_LABEL } from "./order.fields";

const AMENDED_FIELDS = [
  "num_items",
  "delivery_date",
  "unit_price",
  "destination",
  "drawing_revision",
] as const;
type AmendedField = (typeof AMENDED_FIELDS)[number];

const AMENDED_LABEL: Record<AmendedField, string> = {
  num_items: LINE_LABEL.num_items,
  delivery_date: LINE_LABEL.delivery_date,
  unit_price: LINE_LABEL.unit_price,
  destination: CARD_LABEL.destination,
  drawing_revision: LINE_LABEL.drawing_revision,
};

export function contentText(content: AmendedContent, field: AmendedField, unit: Unit): string | null {
  const value = content[field];
  if (value === undefined) return null;
  if (value === null || value === "") return field === "unit_price" ? "未定" : "なし";
  if (field === "num_items") return `${formatNumber(value)}${UNIT_LABEL[unit]}`;
  if (field === "unit_price") return `${formatNumber(value)}円`;
  return field === "delivery_date" ? formatDate(value) : value;
}

type Change = { field: string; before: string | null; after: string | null };

/** Prices are hidden from those who may not see them (decision 006). */
export function contentChanges(
  { before, after }: { before: AmendedContent; after: AmendedContent },
  unit: Unit,
  amounts: boolean,
): Change[] {
  return AMENDED_FIELDS.filter((field) => after[field] !== undefined).map((field) => {
    const hidden = field === "unit_price" && !amounts;
    return {
      field: AMENDED_LABEL[field],
      before: hidden ? null : contentText(before, field, unit),
      after: hidden ? null : contentText(after, field, unit),
    };
  });
}

export const changeText = ({ field, before, after }: Change): string =>
  before === null && after === null
    ? `${field} 変更あり`
    : before === null
      ? `${field} ${after}`
      : `${field} ${before} → ${after}`;
