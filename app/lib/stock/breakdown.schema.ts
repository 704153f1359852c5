import { z } from "zod";
import { chosenIds } from "./stock.schema";

/** A card that brings to a stock, waits for what is there, or will use it as a part. */
const breakdownRow = z.object({
  kind: z.enum(["arriving", "allocation", "parts"]),
  /** Of the 引当. */
  key: z.number().nullable(),
  card_key: z.number(),
  card_id: z.string(),
  card_name: z.string(),
  buyer_name: z.string(),
  status: z.string(),
  num: z.string(),
  delivery_date: z.string().nullable(),
  is_urgent: z.boolean(),
  allocated_by: z.string().nullable(),
  allocated_time: z.string().nullable(),
  /** Less is there than waits: of the latest due it is said. */
  is_short: z.boolean(),
});
export type BreakdownRow = z.infer<typeof breakdownRow>;
export const breakdown = z.object({ items: z.array(breakdownRow) });

/** Of a page of the list: the first few of each product, and how many there are. */
export const breakdownFilter = z.object({ ids: chosenIds });
export const breakdowns = z.object({
  items: z.array(
    breakdownRow
      .omit({ card_name: true, status: true, is_urgent: true })
      .extend({ product_id: z.number(), num_rows: z.number() }),
  ),
});
export type OpenedRow = z.infer<typeof breakdowns>["items"][number];
