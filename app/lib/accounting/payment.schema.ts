import { z } from "zod";
import { yen } from "~/lib/money/number.schema";
import { choice, code, key, optionalText } from "~/lib/text/text.schema";
import { date } from "~/lib/time/date.schema";
import { KINDS } from "~/lib/vocabulary/payment";

/** Without allocations the oldest invoices are paid first; what none takes is 前受. */
export const paymentNew = z.object({
  buyer_id: code("取引先", 40),
  payment_date: date("入金日"),
  lines: z
    .array(z.object({ kind: choice("方法", KINDS), amount: yen("金額", { min: 1 }) }), {
      error: "入金額を入力してください",
    })
    .min(1, { error: "入金額を入力してください" })
    .max(20),
  allocations: z
    .array(z.object({ invoice_key: key("請求書"), amount: yen("消込額", { min: 1 }) }))
    .max(200)
    .optional(),
  note: optionalText("備考", 200),
});
export type PaymentNew = z.output<typeof paymentNew>;
export const paymentMade = z.object({
  key: z.number(),
  settled: z.array(z.object({ invoice_key: z.number(), amount: z.number() })),
  unapplied: z.number(),
});
