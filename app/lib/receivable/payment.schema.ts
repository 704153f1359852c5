import { z } from "zod";
import { activityRow } from "~/lib/log/activity.schema";
import { MAX_YEN } from "~/lib/money/amount";
import { confirmedFigures, optionalConfirmedFigures } from "~/lib/money/confirmed";
import { yen } from "~/lib/money/number.schema";
import {
  checkbox,
  choice,
  code,
  key,
  optionalKey,
  optionalText,
  optionalVersion,
  text,
} from "~/lib/text/text.schema";
import { date, optionalDate } from "~/lib/time/date.schema";
import { KINDS, PAYMENT_DIRECTIONS } from "~/lib/vocabulary/payment";

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
export const optionalYen = z.preprocess(
  (value) => (value === "" || value === null ? undefined : value),
  yen("充当額", { min: 1 }).optional(),
);
const allocations = z
  .array(z.object({ invoice_key: key("請求書"), amount: optionalYen }))
  .max(1000)
  .optional();

export const paymentFields = {
  buyer_id: code("取引先", 40),
  payment_date: date("入金日"),
  lines: z
    .array(paymentLine, { error: "入金額を入力してください" })
    .min(1, { error: "入金額を入力してください" })
    .max(20),
  /** One without an amount takes as much as there is. */
  allocations,
  /** Where the rest goes; left out, to the oldest due if no allocation was asked for, else it stays 前受. */
  rest: z.enum(["oldest", "advance"]).optional(),
  note: optionalText("備考", 200),
  /** The same partner, day and amount is there already, and this is another. */
  twice: checkbox(),
};
export const paymentNew = z.object({ ...paymentFields, seen: optionalConfirmedFigures });
export type PaymentNew = z.output<typeof paymentNew>;
export const paymentSeenFields = { seen: confirmedFigures };

const paidInvoice = z.object({ invoice_key: z.number(), amount: z.number() });
export const paymentMade = z.object({
  key: z.number(),
  settled: z.array(paidInvoice),
  unapplied: z.number(),
});

const openInvoice = z.object({
  key: z.number(),
  number: z.string(),
  ym: z.number(),
  invoice_date: z.string(),
  due_date: z.string(),
  total: z.number(),
  open: z.number(),
});
const openFields = {
  buyer_id: z.string(),
  buyer_name: z.string(),
  seen: z.string(),
  credits: z.array(
    z.object({ key: z.number(), number: z.string(), invoice_date: z.string(), left: z.number() }),
  ),
  advances: z.array(z.object({ key: z.number(), payment_date: z.string(), left: z.number() })),
  /** Of what they billed us and is not due yet, as much as they owe us. */
  offset: z.number(),
};
export const openQuery = z.object({
  buyer_id: z.preprocess((value) => value || undefined, code("取引先", 40).optional()),
  invoice: z.preprocess((value) => [value ?? []].flat(), z.array(key("請求書")).max(1000)),
});
export const openBooksAnswer = z.object({ ...openFields, invoices: z.array(openInvoice) });
export type OpenBooksAnswer = z.infer<typeof openBooksAnswer>;

export const paymentPlan = z.object({
  ...openFields,
  payment_date: z.string(),
  lines: z.array(
    z.object({
      kind: z.enum(KINDS),
      amount: z.number(),
      maturity_date: z.string().optional(),
      tax_rate: z.number().optional(),
    }),
  ),
  amount: z.number(),
  rows: z.array(openInvoice.extend({ amount: z.number(), left: z.number() })),
  unapplied: z.number(),
  /** What the invoices it goes to are short of, less than nothing for too much. */
  difference: z.number(),
  suggested: z.enum(["fee", "discount", "rounding", "offset", "gain"]).nullable(),
  /** Said before it is recorded, and no reason to refuse it. */
  notes: z.array(z.string()),
  twins: z.array(z.object({ key: z.number(), recorded_time: z.string() })),
});
export type PaymentPlan = z.infer<typeof paymentPlan>;

export const useNew = z
  .object({
    buyer_id: code("取引先", 40),
    /** Which receipt, or 請求書 below zero; left out, every 前受 of theirs, the oldest first. */
    payment_key: optionalKey("入金"),
    credit_key: optionalKey("請求書"),
    allocations,
    seen: optionalConfirmedFigures,
  })
  .refine((value) => !(value.payment_key && value.credit_key), { error: "使う元はどちらか1つです" });
export type UseNew = z.output<typeof useNew>;
export const useMade = z.object({ settled: z.array(paidInvoice), left: z.number() });

const refundKinds = ["transfer", "cash", "other"] as const;
export const refundNew = z.object({
  buyer_id: code("取引先", 40),
  payment_date: date("返金日"),
  kind: choice("方法", refundKinds),
  amount: yen("返金額", { min: 1 }),
  payment_key: optionalKey("入金"),
  credit_key: optionalKey("請求書"),
  note: optionalText("備考", 200),
  seen: optionalConfirmedFigures,
});
export type RefundNew = z.output<typeof refundNew>;

export const paymentKey = z.object({ key: key("入金") });
export const undoing = z.object({ reason: optionalText("理由", 200), version: optionalVersion });
export const paymentCancelling = z.object({ reason: text("理由", 200), version: optionalVersion });
export const paymentChanged = z.object({ key: z.number(), version: z.number() });

export const paymentDetail = z.object({
  key: z.number(),
  buyer_id: z.string(),
  buyer_name: z.string(),
  direction: z.enum(PAYMENT_DIRECTIONS),
  payment_date: z.string(),
  note: z.string().nullable(),
  recorded_time: z.string(),
  cancelled_time: z.string().nullable(),
  cancelled_date: z.string().nullable(),
  version: z.number(),
  amount: z.number(),
  lines: z.array(
    z.object({
      line_no: z.number(),
      kind: z.enum(KINDS),
      amount: z.number(),
      maturity_date: z.string().nullable(),
      tax_rate: z.number().nullable(),
      source_payment_key: z.number().nullable(),
      source_credit_key: z.number().nullable(),
    }),
  ),
  /** Also those that were taken back, with the day from which they no longer count. */
  allocations: z.array(
    z.object({
      key: z.number(),
      invoice_key: z.number(),
      number: z.string(),
      ym: z.number(),
      due_date: z.string(),
      amount: z.number(),
      settled_date: z.string(),
      undone_date: z.string().nullable(),
      is_closed: z.boolean(),
    }),
  ),
  refunds: z.array(z.object({ key: z.number(), payment_date: z.string(), amount: z.number() })),
  /** The agreed 相殺 that it stands for. */
  offset_key: z.number().nullable(),
  unapplied: z.number(),
  cannot_cancel: z.string().nullable(),
  is_closed: z.boolean(),
  log: z.array(activityRow),
});
export type PaymentDetail = z.infer<typeof paymentDetail>;
