import { z } from "zod";
import { quantity } from "~/lib/money/number.schema";
import type { CardRow } from "~/lib/vocabulary/card.schema";
import { movement, proposal, reasoned, shipment, versioned } from "./card.command.schema";

/** What the answer page posts: its three forms are told apart by `act`. */
export const ANSWERS = {
  accept: versioned.extend({ act: z.literal("accept") }),
  propose: proposal.extend({ act: z.literal("propose") }),
  decline: reasoned.extend({ act: z.literal("decline") }),
};
export const AGREEMENTS = {
  agree: versioned.extend({ act: z.literal("agree") }),
  refuse: reasoned.extend({ act: z.literal("refuse") }),
};
export const moving = movement.extend({ undone: z.literal("1").optional() });
export const shipping = shipment.extend({ num_good: quantity("出荷する良品数") });

const tick = z
  .string()
  .regex(/^\d{1,15}\.\d{1,9}$/, { error: "画面を読み込み直してください" })
  .transform((text) => {
    const [key, version] = text.split(".").map(Number);
    return { key: key!, version: version! };
  });

/** What the bar of カード一覧 posts, and the snackbar of 出荷, which has them all in one field. */
export const tickedList = z.object({
  ids: z.preprocess(
    (value) => (typeof value === "string" ? value.split(" ") : value),
    z.array(tick, { error: "カードを選択してください" }),
  ),
  act: z.enum(["accept", "ship", "ship_uncounted", "unship", "tag"], { error: "操作を選択してください" }),
});

const KEPT = [
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

/**
 * What a new card takes over from an earlier one. With a product the price is the master's of today; dates
 * and numbers are asked anew.
 */
export function repeated(card: CardRow & { inner_note: string | null }): Record<string, string> {
  const kept = Object.fromEntries(KEPT.map((name) => [name, String(card[name] ?? "")]));
  return {
    ...kept,
    unit_price: card.product_id === null ? (card.unit_price ?? "") : "",
    note: (card.note ?? "").slice(0, 400),
    inner_note: card.inner_note ?? "",
    is_billing_target: String(card.is_billing_target),
  };
}
