import { z } from "zod";
import { key } from "~/lib/text/text.schema";
import { quoteAnswer, quoteFacts, quotePaper } from "./quote.row.schema";

/** Of which factory, which of its answers, or which version of what it was asked. */
export const quotePaperQuery = z.object({
  part: key("依頼先").optional(),
  answer: key("見積書").optional(),
  version: z.coerce.number().int().min(1).max(1000).optional(),
});

export const quoteSheet = z.object({
  ...quoteFacts,
  seller_name: z.string(),
  payment_terms: z.string().nullable(),
  ...quotePaper,
  answer: quoteAnswer.nullable(),
});
export type QuoteSheet = z.infer<typeof quoteSheet>;
