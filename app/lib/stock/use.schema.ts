import { z } from "zod";

/** しきい値の目安: null where too little went out to tell. */
export const stockUse = z.object({
  from: z.string(),
  days: z.number(),
  used: z.string(),
  out_days: z.number(),
  daily: z.string(),
  lead_days: z.number(),
  review_days: z.number(),
  threshold: z.string().nullable(),
});
export type StockUse = z.infer<typeof stockUse>;
