import { z } from "zod";
import { CARD_LABEL, cardFields } from "~/lib/fields/card.fields";
import { unitProblem } from "~/lib/money/price";
import { crossField } from "~/lib/text/cross.field";
import { emptyText, optional, optionalChoice, optionalCode, unchosenText } from "~/lib/text/text.schema";
import { type CardRow, taskType } from "~/lib/vocabulary/card.schema";

const TRUTH = new Map<unknown, unknown>([
  ["", undefined],
  [null, undefined],
  ["true", true],
  ["on", true],
  ["false", false],
]);
const unsaid = (value: unknown) => (TRUTH.has(value) ? TRUTH.get(value) : value);

/** With a product the rest may be left out. */
export const cardNew = z
  .object({
    buyer_id: z.preprocess(
      (value) => value || undefined,
      z.string({ error: unchosenText("依頼元") }).max(40, { error: unchosenText("依頼元") }),
    ),
    product_id: optional(cardFields.product_id),
    name: optional(cardFields.name),
    order_id: optional(cardFields.order_id),
    num_items: cardFields.num_items,
    order_unit: optional(cardFields.order_unit),
    unit: optional(cardFields.unit),
    unit_weight: optional(cardFields.unit_weight),
    pieces_per_set: optional(cardFields.pieces_per_set),
    unit_price: optional(cardFields.unit_price),
    delivery_date: optional(cardFields.delivery_date),
    delivery_time: cardFields.delivery_time,
    destination: optional(cardFields.destination),
    note: optional(cardFields.note),
    inner_note: optional(cardFields.inner_note),
    is_urgent: cardFields.is_urgent,
    /** Left out, a card is billed unless it is rework. */
    is_billing_target: z.preprocess(
      unsaid,
      z.boolean({ error: unchosenText(CARD_LABEL.is_billing_target) }).optional(),
    ),
    drawing_no: optional(cardFields.drawing_no),
    drawing_revision: optional(cardFields.drawing_revision),
    parent_id: optionalCode("親カード", 40),
    task_type: optionalChoice("種別", taskType.options as ["defective", "division", "part"]),
    group_id: optional(cardFields.group_id),
  })
  .check(
    crossField(["name", "product_id"], (card) =>
      card.product_id || card.name ? null : emptyText(CARD_LABEL.name),
    ),
    crossField(["order_unit", "product_id"], (card) =>
      card.product_id || card.order_unit ? null : unchosenText(CARD_LABEL.order_unit),
    ),
    crossField(["unit", "product_id"], (card) =>
      card.product_id || card.unit ? null : unchosenText(CARD_LABEL.unit),
    ),
    crossField(
      ["unit", "order_unit", "unit_weight", "pieces_per_set", "product_id"],
      ({ product_id, order_unit, unit: price_unit, ...card }) =>
        product_id || !order_unit || !price_unit
          ? null
          : unitProblem({ ...card, order_unit, unit: price_unit }),
    ),
  );
export type CardNew = z.output<typeof cardNew>;

const REPEATED = [
  "buyer_id",
  "product_id",
  "name",
  "num_items",
  "order_unit",
  "unit",
  "unit_weight",
  "pieces_per_set",
  "destination",
  "drawing_no",
  "drawing_revision",
] as const;

/** With a product the price is the master's of today. */
export function repeated(card: CardRow & { inner_note: string | null }): Record<string, string> {
  const kept = Object.fromEntries(REPEATED.map((name) => [name, String(card[name] ?? "")]));
  return {
    ...kept,
    unit_price: card.product_id === null ? (card.unit_price ?? "") : "",
    note: card.note ?? "",
    inner_note: card.inner_note ?? "",
    is_billing_target: String(card.is_billing_target),
  };
}
