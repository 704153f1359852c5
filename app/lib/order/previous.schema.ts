import { z } from "zod";
import { fileRow } from "~/lib/file/file.schema";
import { unit } from "~/lib/vocabulary/card.schema";
import { PART_DELIVERIES } from "~/lib/vocabulary/part.delivery";
import { supply } from "~/lib/vocabulary/supply";
import { DIFFERENCE_FIELDS } from "./difference";

/** A line as it was ordered; its price is null to those who may not see amounts. */
export const orderedLine = z.object({
  order_key: z.number(),
  order_id: z.string(),
  order_date: z.string(),
  line_no: z.number(),
  product_id: z.number().nullable(),
  name: z.string(),
  drawing_no: z.string().nullable(),
  drawing_revision: z.string().nullable(),
  num_items: z.string(),
  order_unit: unit,
  unit,
  unit_price: z.string().nullable(),
  delivery_date: z.string(),
  delivery_time: z.string().nullable(),
  destination: z.string().nullable(),
  supply: supply.nullable(),
  supplied_material: z.string().nullable(),
  supply_quantity: z.string().nullable(),
  supply_unit: z.string().nullable(),
  supply_price: z.string().nullable(),
  supply_date: z.string().nullable(),
  over_pct: z.string().nullable(),
  under_pct: z.string().nullable(),
  process_name: z.string().nullable(),
  part_delivery: z.enum(PART_DELIVERIES).nullable(),
  note: z.string().nullable(),
});
export type OrderedLine = z.infer<typeof orderedLine>;

const difference = z.object({
  field: z.enum(DIFFERENCE_FIELDS),
  before: z.string().nullable(),
  after: z.string().nullable(),
});

const comparison = z.object({
  previous: orderedLine.nullable(),
  differences: z.array(difference),
});
export type Comparison = z.infer<typeof comparison>;

export const checkedComparison = comparison.extend({
  drawing: fileRow.nullable(),
  previous_drawing: fileRow.nullable(),
});
export type CheckedComparison = z.infer<typeof checkedComparison>;

const comparedLine = checkedComparison.extend({
  line_no: z.number(),
  card_key: z.number(),
  line: orderedLine,
  files: z.array(fileRow),
});
export type ComparedLine = z.infer<typeof comparedLine>;

/** An order against what was ordered the last time, and the files that it was sent with. */
export const compared = z.object({ files: z.array(fileRow), lines: z.array(comparedLine) });
export type Compared = z.infer<typeof compared>;

export const comparedCard = z.object({ line: comparedLine.nullable() });
export const lastLines = z.object({
  items: z.array(orderedLine),
  /** Of 商品マスタ on that day, for that many. */
  agreed: z.object({ unit_price: z.string(), unit }).nullable(),
});
export type LastLines = z.infer<typeof lastLines>;
