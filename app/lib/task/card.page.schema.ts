import { z } from "zod";
import { activityRow } from "./activity.schema";
import { cardRow, role, taskType, unit } from "./card.schema";

const named = z.object({ key: z.number(), number: z.string() });

/** A card as its own page shows it. `inner_note` is null for the buyer; documents need the accounting permission. */
export const cardDetail = z.object({
  card: cardRow.extend({ inner_note: z.string().nullable() }),
  parent: z.object({ key: z.number(), id: z.string(), name: z.string() }).nullable(),
  relatives: z.array(z.object({
    key: z.number(), id: z.string(), name: z.string(), task_type: taskType.nullable(), num_items: z.string(), order_unit: unit, status: z.string(),
  })),
  /** `standard_days`: how many business days each usually takes; null for the buyer. */
  processes: z.array(z.object({ group_id: z.number(), label: z.string(), role, standard_days: z.number().nullable() })),
  log: z.array(activityRow),
  deliveries: z.array(named),
  invoices: z.array(named),
});
export type CardDetail = z.infer<typeof cardDetail>;

export const cardChoices = z.object({
  buyers: z.array(z.object({ id: z.string(), name: z.string() })),
  products: z.array(z.object({ product_id: z.number(), buyer_id: z.string(), code: z.string(), name: z.string(), order_unit: unit, unit })),
});
