import { z } from "zod";
import { code } from "~/lib/text/text.schema";
import { optionalDate } from "~/lib/time/date.schema";
import { party } from "~/lib/vocabulary/factory.schema";

export const statementQuery = z.object({ buyer_id: code("取引先", 40), on: optionalDate("基準日") });

/** What is open of one partner at the end of a day (残高確認書). */
export const statement = z.object({
  on: z.string(),
  seller: party,
  buyer: party,
  bills: z.array(
    z.object({
      key: z.number(),
      number: z.string(),
      invoice_date: z.string(),
      due_date: z.string(),
      total: z.number(),
      paid: z.number(),
      open: z.number(),
      days_overdue: z.number().nullable(),
    }),
  ),
  receipts: z.array(
    z.object({ key: z.number(), payment_date: z.string(), amount: z.number(), open: z.number() }),
  ),
  ages: z.object({
    not_due: z.number(),
    days_30: z.number(),
    days_60: z.number(),
    days_90: z.number(),
    days_over: z.number(),
    advance: z.number(),
    billed: z.number(),
  }),
  unbilled: z.number(),
});
export type Statement = z.output<typeof statement>;
