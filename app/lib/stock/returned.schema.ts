import { z } from "zod";

export const issues = z.object({
  items: z.array(
    z.object({
      key: z.number(),
      effective_date: z.string(),
      card_id: z.string().nullable(),
      num: z.string(),
      /** What of it has not come back yet. */
      left: z.string(),
    }),
  ),
});
export type Issues = z.infer<typeof issues>;
