import { z } from "zod";
import { pageOf } from "~/lib/list/list.schema";
import { paging } from "~/lib/list/paging.schema";
import { code, key, optionalText } from "~/lib/text/text.schema";
import { unit } from "~/lib/vocabulary/card.schema";
import { VALUATIONS } from "~/lib/vocabulary/stock";

const MONTH = { error: "月は 2026-10 のように入力してください" };
const month = z.string(MONTH).regex(/^(19|20|21)\d\d-(0[1-9]|1[0-2])$/, MONTH);

export const closingKey = z.object({ key: key("在庫の月締め") });
export const closingAsked = z.object({ month: month.optional() });
/** What is closed is what was seen. */
export const closing = z.object({ month, seen: code("確認した数", 80) });

export const closingMade = z.object({ key: z.number(), month: z.string() });

const stockClosing = z.object({
  key: z.number(),
  month: z.string(),
  end_date: z.string(),
  valuation: z.enum(VALUATIONS),
  num_products: z.number(),
  stock_value: z.number(),
  closed_time: z.string(),
  closed_by: z.string(),
  undone_time: z.string().nullable(),
  undone_by: z.string().nullable(),
  /** その後の訂正. */
  num_corrected: z.number(),
  value_corrected: z.number(),
  /** The newest that stands: only it can be undone. */
  is_newest: z.boolean(),
});
export type StockClosing = z.infer<typeof stockClosing>;
export const closingList = z.object({
  items: z.array(stockClosing),
  /** Of the months that may be closed now, the one to be closed next; the others only as the first one. */
  months: z.array(z.string()),
});
export const closingPage = stockClosing.extend({
  sums: z.object({
    start_value: z.number(),
    value_corrected: z.number(),
    value_in: z.number(),
    value_out: z.number(),
    variance: z.number(),
  }),
});

export const closingPreview = z.object({
  month: z.string(),
  end_date: z.string(),
  valuation: z.enum(VALUATIONS),
  num_products: z.number(),
  stock_value: z.number(),
  value_in: z.number(),
  value_out: z.number(),
  /** What is still doubtful about it. */
  num_negative: z.number(),
  num_provisional: z.number(),
  num_unpriced: z.number(),
  seen: z.string(),
});

export const closingRow = z.object({
  product_id: z.number(),
  code: z.string(),
  name: z.string(),
  order_unit: unit,
  start_num: z.string(),
  start_value: z.number(),
  num_corrected: z.string(),
  value_corrected: z.number(),
  num_in: z.string(),
  value_in: z.number(),
  num_out: z.string(),
  value_out: z.number(),
  variance: z.number(),
  num: z.string(),
  stock_value: z.number(),
});
export type ClosingRow = z.infer<typeof closingRow>;
export const closingRowFilter = z.object({ q: optionalText("検索", 120), ...paging });
export const closingRows = pageOf(closingRow);

const correctionRow = z.object({
  key: z.number(),
  product_id: z.number(),
  code: z.string(),
  name: z.string(),
  order_unit: unit,
  effective_date: z.string(),
  num: z.string(),
  value: z.number(),
  cost: z.number(),
  words: z.string(),
  recorded_time: z.string(),
});
export type CorrectionRow = z.infer<typeof correctionRow>;
export const corrections = z.object({ items: z.array(correctionRow) });
