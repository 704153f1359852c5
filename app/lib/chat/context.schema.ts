import { z } from "zod";
import { optionalKey } from "~/lib/text/text.schema";

const duty = z.object({ label: z.string(), count: z.number(), href: z.string(), is_ours: z.boolean() });
export type Duty = z.infer<typeof duty>;

export const context = z.object({
  card: z
    .object({
      key: z.number(),
      id: z.string(),
      name: z.string(),
      status: z.string(),
      order_id: z.string().nullable(),
      num_items: z.string(),
      num_good: z.string(),
      unit_label: z.string(),
      due_label: z.string(),
      delivery_date: z.string().nullable(),
      proposed_delivery_date: z.string().nullable(),
      is_urgent: z.boolean(),
      is_late: z.boolean(),
      shipped_time: z.string().nullable(),
    })
    .nullable(),
  duties: z.array(duty),
});
export type Context = z.infer<typeof context>;
export const contextQuery = z.object({ taskId: optionalKey("カード") });
