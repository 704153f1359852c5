import { z } from "zod";
import { quantity } from "~/lib/money/number.schema";
import { cardNew } from "~/lib/task/card.new.schema";
import { choice, code, key, optional, optionalText } from "~/lib/text/text.schema";

const many = quantity("数量", { min: "0.001" });
/** Left out: as much as is free and the card still lacks. */
export const allocating = z.object({ num: optional(many) });
export const releasing = z.object({ num: optional(many), reason: optionalText("理由", 200) });
export const yielding = z.object({ card: code("譲る先のカード番号", 40), num: optional(many) });
export const allocationKey = z.object({ key: key("引当") });
export const cardOfStock = z.object({ key: key("カード") });
export const allocated = z.object({ num: z.string(), free: z.string() });

export const FROM_STOCK = ["none", "part", "all"] as const;
export const FROM_STOCK_LABEL = {
  none: "在庫から出さない",
  part: "一部を在庫から出す",
  all: "すべて在庫から出す",
} as const;
export const stockCardNew = cardNew.and(
  z.object({
    from_stock: choice("在庫から出す", FROM_STOCK),
    num_from_stock: optional(quantity("在庫から出す数", { min: "0.001" })),
  }),
);
