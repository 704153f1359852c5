import { z } from "zod";

/** Without a reason it was issued, or its answer is lost. */
export const closingResult = z.object({
  buyer_id: z.string().max(40),
  detail: z.string().max(2000).nullable(),
});
export type ClosingResult = z.infer<typeof closingResult>;
export const closingMade = z.object({
  invoices: z.array(z.object({ key: z.number(), number: z.string(), buyer_id: z.string() })),
  /** Nothing was issued: みなし検収 was written first, and changed what was seen. */
  refused: z.string().nullable(),
  /** Of a part: for whom nothing was issued. */
  refusals: z.array(closingResult),
});
