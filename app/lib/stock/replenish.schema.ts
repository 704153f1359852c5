import { z } from "zod";
import { quantity } from "~/lib/money/number.schema";
import { checkbox, key, optional, optionalChoice } from "~/lib/text/text.schema";
import { optionalDate } from "~/lib/time/date.schema";
import { unit } from "~/lib/vocabulary/card.schema";
import { STOCK_KINDS } from "~/lib/vocabulary/stock";
import { chosenIds } from "./stock.schema";

/** `ids`: of these alone, and then of each of them. */
export const suggestionFilter = z.object({
  kind: optionalChoice("在庫の種類", STOCK_KINDS),
  ids: chosenIds,
});
const suggestionRow = z.object({
  product_id: z.number(),
  code: z.string(),
  name: z.string(),
  order_unit: unit,
  kind: z.enum(STOCK_KINDS),
  num: z.string(),
  num_threshold: z.string(),
  /** What there will be by `delivery_date`, without what comes later. */
  position: z.string(),
  suggest: z.string(),
  delivery_date: z.string(),
  supplier_id: z.string().nullable(),
  supplier_name: z.string().nullable(),
  dismissed_time: z.string().nullable(),
  dismissed_by: z.string().nullable(),
});
export type SuggestionRow = z.infer<typeof suggestionRow>;
/** `dismissed`: turned down until the product crosses its threshold again. */
export const suggestions = z.object({
  items: z.array(suggestionRow),
  dismissed: z.array(suggestionRow),
});
export const suggestionTurned = z.object({ product_id: z.number() });

/** 補充カード: what is left out is as suggested now. */
export const replenishing = z.object({
  items: z
    .array(
      z.object({
        product_id: key("商品"),
        num: optional(quantity("数量", { min: "0.001" })),
        delivery_date: optionalDate("納期", "coming"),
        /** Ordered from its supplier instead of made here. */
        order: checkbox("仕入先に発注する"),
      }),
    )
    .min(1, { error: "商品を選択してください" })
    .max(100, { error: "一度に作れるのは100枚までです" }),
});
export type Replenishing = z.output<typeof replenishing>;
export const replenished = z.object({
  items: z.array(
    z.object({
      product_id: z.number(),
      key: z.number(),
      id: z.string(),
      num: z.string(),
      /** Whom it was ordered from. */
      supplier_name: z.string().nullable(),
    }),
  ),
});
