import { z } from "zod";
import { party } from "~/lib/vocabulary/factory.schema";
import { KINDS } from "~/lib/vocabulary/payment";

/** A receipt in which something was set off against what we owe them (相殺通知書). */
export const offsetNotice = z.object({
  key: z.number(),
  seller: party,
  buyer: party,
  payment_date: z.string(),
  is_cancelled: z.boolean(),
  /** Said in the product by both; null where they agreed on paper. */
  agreement: z
    .object({
      key: z.number(),
      proposed: z.string(),
      agreed: z.string(),
      theirs: z.array(z.object({ number: z.string(), amount: z.number() })),
    })
    .nullable(),
  /** Set off. */
  offset: z.number(),
  /** The whole receipt, and what else it came as. */
  amount: z.number(),
  others: z.array(z.object({ kind: z.enum(KINDS), amount: z.number() })),
  bills: z.array(
    z.object({
      number: z.string(),
      invoice_date: z.string(),
      due_date: z.string(),
      total: z.number(),
      amount: z.number(),
    }),
  ),
});
export type OffsetNotice = z.output<typeof offsetNotice>;
