import { z } from "zod";

/** What of a 請求書 below zero pays another, or did until it was taken back. */
export const creditUse = z.object({
  key: z.number(),
  credit_key: z.number(),
  credit_number: z.string(),
  credit_correction: z.enum(["red", "black"]).nullable(),
  invoice_key: z.number(),
  invoice_number: z.string(),
  amount: z.number(),
  settled_date: z.string(),
  undone_date: z.string().nullable(),
  is_closed: z.boolean(),
  cannot_free: z.string().nullable(),
});
export type CreditUse = z.infer<typeof creditUse>;
