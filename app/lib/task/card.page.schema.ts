import { z } from "zod";
import { activityRow } from "~/lib/log/activity.schema";
import { optionalText } from "~/lib/text/text.schema";
import { cardRow, role, taskType, unit } from "~/lib/vocabulary/card.schema";

const named = z.object({ key: z.number(), number: z.string() });

/** `inner_note` is null for the buyer; documents need the accounting permission. */
export const cardDetail = z.object({
  card: cardRow.extend({
    inner_note: z.string().nullable(),
    warn_until: z.string(),
    /** A 変更依頼 of its line waits for an answer. */
    is_amending: z.boolean(),
  }),
  /** What the factory does not change alone, and the 変更依頼 that waits; null for the buyer and if no order. */
  agreed: z
    .object({
      order_key: z.number(),
      line_no: z.number().nullable(),
      amendment_key: z.number().nullable(),
      fields: z.array(z.string()),
    })
    .nullable(),
  /** Null for the buyer. */
  lane: z.string().nullable(),
  parent: z.object({ key: z.number(), id: z.string(), name: z.string() }).nullable(),
  relatives: z.array(
    z.object({
      key: z.number(),
      id: z.string(),
      name: z.string(),
      task_type: taskType.nullable(),
      num_items: z.string(),
      order_unit: unit,
      status: z.string(),
    }),
  ),
  /** `standard_days`: business days. Null or false for the buyer, as all that a factory keeps to itself. */
  processes: z.array(
    z.object({
      group_id: z.number(),
      label: z.string(),
      role,
      standard_days: z.number().nullable(),
      default_collab_id: z.string().nullable(),
      runs_unmanned: z.boolean(),
    }),
  ),
  log: z.array(activityRow),
  deliveries: z.array(named),
  invoices: z.array(named),
});
export type CardDetail = z.infer<typeof cardDetail>;

/** `ended`: the branch left behind and whose work ended, in words. */
export const cardMoved = cardRow.extend({ ended: z.string() });

export const choicesQuery = z.object({ q: optionalText("検索", 100) });

export const cardChoices = z.object({
  buyers: z.array(z.object({ id: z.string(), name: z.string() })),
  /** `unit_price`: today's; null without a price or the right to see it. */
  products: z.array(
    z.object({
      product_id: z.number(),
      buyer_id: z.string(),
      code: z.string(),
      name: z.string(),
      order_unit: unit,
      unit,
      unit_price: z.string().nullable(),
    }),
  ),
  processes: z.array(z.object({ group_id: z.number(), label: z.string() })),
  units: z.array(unit),
  earlier: z.array(
    z.object({
      key: z.number(),
      id: z.string(),
      name: z.string(),
      buyer_name: z.string(),
      order_id: z.string().nullable(),
      num_items: z.string(),
      order_unit: unit,
      created_time: z.string(),
    }),
  ),
});
