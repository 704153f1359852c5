import { z } from "zod";
import { pageOf } from "~/lib/list/list.schema";
import { paging } from "~/lib/list/paging.schema";
import { unit } from "~/lib/vocabulary/card.schema";
import { statFilter } from "./stat.schema";

/** Of what 加工実績 is made. */
export const worksFilter = statFilter
  .omit({ compare: true, step: true, axis: true, seller_id: true })
  .extend({ ...paging, sort: z.enum(["at", "-at"]).default("-at") });
export type WorksFilter = z.output<typeof worksFilter>;

/** A 実績, or a defect that was found later. */
export const worksRow = z.object({
  row_key: z.string(),
  is_defect: z.boolean(),
  /** Of a card of 手直し: no input of 直行率. */
  is_rework: z.boolean(),
  at: z.string(),
  work_start: z.string().nullable(),
  card_key: z.number(),
  card_id: z.string(),
  name: z.string(),
  product_code: z.string().nullable(),
  buyer_name: z.string(),
  status: z.string(),
  worker: z.string().nullable(),
  partner: z.string().nullable(),
  order_unit: unit,
  /** As it is counted: 途中 of a step before the last is done, and 外注 by itself. */
  num_good: z.string(),
  num_defective: z.string(),
  minutes: z.number().nullable(),
  machine_minutes: z.number().nullable(),
  note: z.string().nullable(),
});
export type WorksRow = z.infer<typeof worksRow>;
export const worksPage = pageOf(worksRow);
