import { z } from "zod";

const paper = z.object({ key: z.number(), number: z.string(), date: z.string() });
/** 検収 by line over its 納品書; the papers are for those who see amounts. */
export const orderPapers = z.object({
  lines: z.array(
    z.object({
      line_no: z.number(),
      num_delivered: z.string(),
      num_accepted: z.string(),
      num_rejected: z.string(),
      num_pending: z.string(),
      inspected_date: z.string().nullable(),
    }),
  ),
  deliveries: z.array(paper.extend({ num_lines: z.number(), num_uninspected: z.number() })),
  invoices: z.array(paper.extend({ due_date: z.string(), total: z.number(), is_settled: z.boolean() })),
});
export type OrderPapers = z.output<typeof orderPapers>;
