import { z } from "zod";

/** Of one product by day: `net` is all that moved, the others leave out what was taken back. */
const stockDay = z.object({ date: z.string(), net: z.string(), num_in: z.string(), num_out: z.string() });

export const stockHistory = z.object({
  from: z.string(),
  to: z.string(),
  /** Of its first move; before it nothing is known. */
  since: z.string().nullable(),
  num: z.string(),
  days: z.array(stockDay),
});
export type StockHistory = z.infer<typeof stockHistory>;
