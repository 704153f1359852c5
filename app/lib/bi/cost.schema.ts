import { z } from "zod";

/** What work on a card took and cost, by process. Null: no 標準時間 or no 時間単価 is known. */
export const cardCost = z.object({
  rows: z.array(
    z.object({
      group_id: z.number(),
      label: z.string(),
      minutes: z.number(),
      machine_minutes: z.number(),
      standard_minutes: z.number().nullable(),
      /** 円／時. */
      hourly_rate: z.number().nullable(),
      yen: z.number().nullable(),
    }),
  ),
  minutes: z.number(),
  machine_minutes: z.number(),
  /** Of the processes with a 時間単価. */
  yen: z.number(),
  /** The names of those without. */
  missing: z.array(z.string()),
});
export type CardCost = z.infer<typeof cardCost>;
