import { z } from "zod";
import { answer, unit } from "~/lib/vocabulary/card.schema";
import { PART_DELIVERIES } from "~/lib/vocabulary/part.delivery";
import { supply } from "~/lib/vocabulary/supply";
import { CHANGED_FIELDS } from "./order.now";

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
const lineProgress = z.object({
  ordered: z.string(),
  delivered: z.string(),
  shipped: z.string(),
  made: z.string(),
  wip: z.string(),
});

export const changedField = z.enum(CHANGED_FIELDS);
export const orderCard = z.object({
  key: z.number(),
  id: z.string(),
  status: z.string(),
  answer: answer.nullable(),
  answer_reason: z.string().nullable(),
  delivery_date: z.string().nullable(),
  proposed_delivery_date: z.string().nullable(),
  num_items: z.string(),
  num_good: z.string(),
  shipped_time: z.string().nullable(),
  cancelled_time: z.string().nullable(),
});

const now = z.object({
  is_off: z.boolean(),
  num_items: z.string(),
  num_units: z.string(),
  order_unit: unit,
  unit,
  unit_price: z.string().nullable(),
  price: z.number().nullable(),
  delivery_dates: z.array(z.string()),
  inspection_due: z.string().nullable(),
  payment_due: z.string().nullable(),
  changes: z.array(z.object({ field: changedField, kind: z.string().nullable(), at: z.string().nullable() })),
});

/** A line of the last version, and what stands of it now. */
export const standingLine = orderLine.extend({
  card: orderCard,
  num_delivered: z.string(),
  num_rest: z.string(),
  /** Of them what was rejected and is to come again. */
  num_again: z.string(),
  /** Of them what came and is not accepted yet, where the pair counts so. */
  num_pending: z.string(),
  num_closed: z.string(),
  /** Of what is still to be made. */
  is_undrawn: z.boolean(),
  /** 型・治具代 of a 採用, which is ordered once. */
  is_tooling: z.boolean(),
  /** 中止費用, or what is made anew: nothing that is made. */
  is_cost: z.boolean(),
  progress: lineProgress,
  now,
});
