import { z } from "zod";
import { unitPrice } from "~/lib/money/number.schema";
import { checkbox, key, optionalText } from "~/lib/text/text.schema";

export const receiptKey = z.object({ key: key("入庫") });
export const pricing = z.object({
  unit_price: unitPrice("単価"),
  is_provisional: checkbox("まだ仮の単価"),
  words: optionalText("理由", 200),
  /** The price as it was when the page was made; none: empty. */
  seen: z.string().max(40).optional(),
});
export type Pricing = z.output<typeof pricing>;
export const priced = z.object({
  product_id: z.number(),
  unit_price: z.string(),
  stock_value: z.number(),
  /** What a closed month is worth otherwise by now, on its first open day. */
  num_corrected: z.number(),
});

const said = z.object({
  unit_price: z.string().nullable(),
  is_provisional: z.boolean(),
  words: z.string().nullable(),
  recorded_time: z.string(),
  actor_name: z.string(),
});
export const receipt = z.object({
  key: z.number(),
  product_id: z.number(),
  num: z.string(),
  effective_date: z.string(),
  unit_price: z.string().nullable(),
  is_provisional: z.boolean(),
  /** Why it can't be priced any more; null: it can. */
  kept_because: z.string().nullable(),
  closed_until: z.string().nullable(),
  prices: z.array(said),
});
