import { z } from "zod";
import { unit } from "~/lib/vocabulary/card.schema";
import { PART_DELIVERIES } from "~/lib/vocabulary/part.delivery";
import { supply } from "~/lib/vocabulary/supply";

export const orderLine = z.object({
  line_no: z.number(),
  product_id: z.number().nullable(),
  name: z.string(),
  drawing_no: z.string().nullable(),
  drawing_revision: z.string().nullable(),
  num_items: z.string(),
  order_unit: unit,
  num_units: z.string(),
  unit,
  unit_price: z.string().nullable(),
  price: z.number().nullable(),
  delivery_date: z.string(),
  delivery_time: z.string().nullable(),
  destination: z.string().nullable(),
  inspection_due: z.string().nullable(),
  payment_due: z.string().nullable(),
  supply: supply.nullable(),
  supplied_material: z.string().nullable(),
  supply_quantity: z.string().nullable(),
  supply_unit: z.string().nullable(),
  supply_price: z.string().nullable(),
  supply_date: z.string().nullable(),
  over_pct: z.string().nullable(),
  under_pct: z.string().nullable(),
  undetermined_reason: z.string().nullable(),
  planned_fix_date: z.string().nullable(),
  process_name: z.string().nullable(),
  part_delivery: z.enum(PART_DELIVERIES).nullable(),
  note: z.string().nullable(),
  /** Cancelled by a version. */
  is_off: z.boolean(),
});

/** As it was agreed; the first is what was sent. */
export const revision = z.object({
  revision: z.number(),
  agreed_time: z.string().nullable(),
  agreed_by: z.string().nullable(),
  agreer_name: z.string().nullable(),
  agreer_words: z.string().nullable(),
  proposed_by: z.string().nullable(),
  proposer_name: z.string().nullable(),
  proposed_time: z.string().nullable(),
  words: z.string().nullable(),
  lines: z.array(orderLine),
});

/** In the order's unit: `made` good and not shipped, `wip` started and not finished. */
export const lineProgress = z.object({
  ordered: z.string(),
  delivered: z.string(),
  shipped: z.string(),
  made: z.string(),
  wip: z.string(),
});
