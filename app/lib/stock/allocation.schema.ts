import { z } from "zod";
import { quantity } from "~/lib/money/number.schema";
import { cardNew } from "~/lib/task/card.new.schema";
import { choice, code, key, optional, optionalText } from "~/lib/text/text.schema";
import { unit } from "~/lib/vocabulary/card.schema";

const many = quantity("数量", { min: "0.001" });
/** Left out: as much as is free and the card still lacks. */
export const allocating = z.object({ num: optional(many) });
export const releasing = z.object({ num: optional(many), reason: optionalText("理由", 200) });
export const yielding = z.object({ card: code("譲る先のカード番号", 40), num: optional(many) });
export const allocationKey = z.object({ key: key("引当") });
export const cardOfStock = z.object({ key: key("カード") });
export const allocated = z.object({ num: z.string(), free: z.string() });

const FROM_STOCK = ["none", "part", "all"] as const;
export const stockCardNew = cardNew.and(
  z.object({
    from_stock: choice("在庫から出す", FROM_STOCK),
    num_from_stock: optional(quantity("在庫から出す数", { min: "0.001" })),
  }),
);

/** What the pieces of a card not yet done will use beyond what is there. */
export const cardShortages = z.object({
  items: z.array(
    z.object({
      product_id: z.number(),
      code: z.string(),
      name: z.string(),
      order_unit: unit,
      needed: z.string(),
      short: z.string(),
    }),
  ),
});
export type CardShortage = z.infer<typeof cardShortages>["items"][number];
