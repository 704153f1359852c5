import { z } from "zod";
import { pageOf } from "~/lib/list/list.schema";
import { paging } from "~/lib/list/paging.schema";
import { optionalChoice, optionalText } from "~/lib/text/text.schema";
import { optionalDate } from "~/lib/time/date.schema";
import { unit } from "~/lib/vocabulary/card.schema";
import { STOCK_KINDS, STOCK_MOVES, VALUATIONS } from "~/lib/vocabulary/stock";

export const worthAsked = z.object({
  date: optionalDate("日付"),
  q: optionalText("検索", 120),
  kind: optionalChoice("在庫の種類", STOCK_KINDS),
  ...paging,
});
export const worthRow = z.object({
  product_id: z.number(),
  code: z.string(),
  name: z.string(),
  order_unit: unit,
  kind: z.enum(STOCK_KINDS),
  num: z.string(),
  unit_price: z.string().nullable(),
  stock_value: z.number(),
});
export type WorthRow = z.infer<typeof worthRow>;
export const worths = pageOf(worthRow).extend({ date: z.string(), valuation: z.enum(VALUATIONS) });

const step = z.object({
  key: z.number(),
  effective_date: z.string(),
  kind: z.enum(STOCK_MOVES),
  num: z.string(),
  unit_price: z.string().nullable(),
  is_provisional: z.boolean(),
  value: z.number(),
  qty: z.string(),
  stock_value: z.number(),
  formula: z.string(),
  /** Its price can still be said. */
  is_receipt: z.boolean(),
});
export type ValueStep = z.infer<typeof step>;
const correction = z.object({
  key: z.number(),
  effective_date: z.string(),
  month: z.string(),
  num: z.string(),
  value: z.number(),
  cost: z.number(),
  words: z.string(),
});
export const productSteps = z.object({
  valuation: z.enum(VALUATIONS),
  /** The latest first. */
  items: z.array(step),
  more: z.boolean(),
  corrections: z.array(correction),
});
