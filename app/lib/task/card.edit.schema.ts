import { z } from "zod";
import { cardFields } from "~/lib/fields/card.fields";
import { lines, optional, optionalLines, optionalText } from "~/lib/text/text.schema";
import { versioned } from "./card.command.schema";

/** What is left out is cleared, but for the unit price of those who may not see it. */
export const cardEdit = versioned.extend({
  name: cardFields.name,
  order_id: optional(cardFields.order_id),
  num_items: cardFields.num_items,
  unit: cardFields.unit,
  unit_weight: optional(cardFields.unit_weight),
  pieces_per_set: optional(cardFields.pieces_per_set),
  unit_price: optional(cardFields.unit_price),
  delivery_date: optional(cardFields.delivery_date),
  delivery_time: cardFields.delivery_time,
  destination: optional(cardFields.destination),
  note: optional(cardFields.note),
  inner_note: optional(cardFields.inner_note),
  is_urgent: cardFields.is_urgent,
  is_billing_target: cardFields.is_billing_target,
  drawing_no: optional(cardFields.drawing_no),
  drawing_revision: optional(cardFields.drawing_revision),
  reason: optionalLines("変更の理由", 400),
  /** As it was asked: what of its 引当 the card gives up with the smaller number. */
  released: optionalText("解除される引当", 120),
});
export type CardEdit = z.output<typeof cardEdit>;

export const flagging = versioned.extend({ is_urgent: cardFields.is_urgent });
export const billing = versioned.extend({ is_billing_target: cardFields.is_billing_target });
export const cancelling = versioned.extend({ reason: lines("取消の理由", 400) });
