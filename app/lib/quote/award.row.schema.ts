import { z } from "zod";
import { unit } from "~/lib/vocabulary/card.schema";
import { TOOLING_OWNERS } from "~/lib/vocabulary/quote";

export const quoteAward = z.object({
  key: z.number(),
  answer_key: z.number(),
  seller_id: z.string(),
  num_items: z.string(),
  quantity: z.string(),
  unit_price: z.string(),
  tooling: z.number(),
  other: z.number(),
  shipping: z.number(),
  delivery_date: z.string(),
  awarded_by: z.string(),
  awarded_time: z.string(),
});

const awardOrders = {
  /** The first that was sent since and stands. */
  order: z.object({ key: z.number(), order_id: z.string() }).nullable(),
  /** Which has its 型・治具代, as one order has. */
  tooling_order: z.object({ key: z.number(), order_id: z.string() }).nullable(),
};
export const buyerAward = quoteAward.extend(awardOrders);
/** `is_restored`: the prices are what they were before. */
export const awarded = z.object({ key: z.number(), product_id: z.number() });
export const awardUndone = z.object({ key: z.number(), is_restored: z.boolean() });

/** What 外注依頼 begins with after 採用. */
export const awardOrder = z.object({
  ...awardOrders,
  key: z.number(),
  quote_key: z.number(),
  number: z.string(),
  seller_id: z.string(),
  product_id: z.number(),
  name: z.string(),
  drawing_no: z.string().nullable(),
  drawing_revision: z.string().nullable(),
  num_items: z.string(),
  order_unit: unit,
  unit,
  unit_price: z.string(),
  tooling: z.number(),
  tooling_owner: z.enum(TOOLING_OWNERS).nullable(),
  other: z.number(),
  shipping: z.number(),
  delivery_date: z.string(),
  destination: z.string().nullable(),
  valid_until: z.string(),
  is_expired: z.boolean(),
});
export type AwardOrder = z.infer<typeof awardOrder>;
