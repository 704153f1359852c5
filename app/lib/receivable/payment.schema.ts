import { z } from "zod";
import { MAX_YEN } from "~/lib/money/amount";
import { yen } from "~/lib/money/number.schema";
import { choice, code, key, optionalText } from "~/lib/text/text.schema";
import { date, optionalDate } from "~/lib/time/date.schema";
import { KINDS } from "~/lib/vocabulary/payment";

export const TAX_RATES = ["10", "8", "0"] as const;
const taxRate = z.preprocess(
  (value) => (value === "" || value === null ? undefined : typeof value === "string" ? Number(value) : value),
  z
    .union([z.literal(10), z.literal(8), z.literal(0)], { error: "税率は10%・8%・0%から選択してください" })
    .optional(),
);
const paymentLine = z.object({
  kind: choice("方法", KINDS),
  amount: yen("金額", { min: -MAX_YEN }),
  maturity_date: optionalDate("満期日", "coming"),
  tax_rate: taxRate,
});

/** With allocations the rest stays 前受 unless asked for; without, the oldest invoices are paid first. */
export const paymentNew = z.object({
  buyer_id: code("取引先", 40),
  payment_date: date("入金日"),
  lines: z
    .array(paymentLine, { error: "入金額を入力してください" })
    .min(1, { error: "入金額を入力してください" })
    .max(20),
  allocations: z
    .array(z.object({ invoice_key: key("請求書"), amount: yen("充当額", { min: 1 }) }))
    .max(1000)
    .optional(),
  rest: z.enum(["oldest", "advance"]).optional(),
  note: optionalText("備考", 200),
});
export type PaymentNew = z.output<typeof paymentNew>;
export const paymentMade = z.object({
  key: z.number(),
  settled: z.array(z.object({ invoice_key: z.number(), amount: z.number() })),
  unapplied: z.number(),
});
