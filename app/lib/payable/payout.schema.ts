import { z } from "zod";
import { MAX_YEN } from "~/lib/money/amount";
import { confirmedFigures, optionalConfirmedFigures } from "~/lib/money/confirmed";
import { yen } from "~/lib/money/number.schema";
import { checkbox, choice, key, optionalText, optionalVersion, text } from "~/lib/text/text.schema";
import { date, optionalDate } from "~/lib/time/date.schema";
import { party } from "~/lib/vocabulary/factory.schema";
import { PAYOUT_KINDS } from "~/lib/vocabulary/payable";
import { payoutRow } from "./payout.list";

const emptyToMissing = (value: unknown) => (value === "" || value === null ? undefined : value);
const DEBT = /^[ib]\d{1,15}$/;
const debtId = z.string({ error: "支払う請求書を選択してください" }).regex(DEBT, {
  error: "支払う請求書を選択してください",
});

export const payoutFields = {
  payment_date: date("支払日"),
  kind: choice("方法", PAYOUT_KINDS),
  /** One without an amount is paid whole. */
  debts: z
    .array(
      z.object({
        debt: debtId,
        amount: z.preprocess(emptyToMissing, yen("支払額", { min: -MAX_YEN }).optional()),
      }),
      { error: "支払う請求書を選択してください" },
    )
    .min(1, { error: "支払う請求書を選択してください" })
    .max(500),
  fee: z.preprocess((value) => emptyToMissing(value) ?? 0, yen("差引手数料", { min: 0 })),
  /** Of each transfer. */
  own_fee: z.preprocess((value) => emptyToMissing(value) ?? 0, yen("当方負担の振込手数料", { min: 0 })),
  maturity_date: optionalDate("満期日", "coming"),
  note: optionalText("備考", 200),
  /** The same partner, day and amount is there already, and this is another. */
  twice: checkbox(),
};
export const payoutNew = z.object({ ...payoutFields, seen: optionalConfirmedFigures });
export type PayoutNew = z.output<typeof payoutNew>;
export const payoutSeenFields = { seen: confirmedFigures };

const planRow = z.object({
  id: z.string(),
  number: z.string().nullable(),
  reason: z.string(),
  due_date: z.string(),
  open: z.number(),
  amount: z.number(),
  left: z.number(),
  interest: z.number(),
});
const planPartner = z.object({
  partner_id: z.string(),
  partner_name: z.string(),
  amount: z.number(),
  sent: z.number(),
  interest: z.number(),
  rows: z.array(planRow),
});
export const payoutPlan = z.object({
  payment_date: z.string(),
  kind: z.enum(PAYOUT_KINDS),
  fee: z.number(),
  own_fee: z.number(),
  maturity_date: z.string().nullable(),
  amount: z.number(),
  sent: z.number(),
  partners: z.array(planPartner),
  /** Said before it is recorded, and no reason to refuse it. */
  notes: z.array(z.string()),
  twins: z.array(z.object({ key: z.number(), partner_name: z.string(), recorded_time: z.string() })),
  seen: z.string(),
});
export type PayoutPlan = z.output<typeof payoutPlan>;

export const payoutsMade = z.object({ keys: z.array(z.number()), amount: z.number() });
export const payoutKey = z.object({ key: key("支払") });
export const payoutCancelling = z.object({ reason: text("理由", 200), version: optionalVersion });
export const payoutChanged = z.object({ key: z.number(), version: z.number() });

export const payoutDetail = payoutRow.pick({ state: true, file_key: true, banked: true }).extend({
  key: z.number(),
  partner_id: z.string(),
  partner_name: z.string(),
  payment_date: z.string(),
  kind: z.enum(PAYOUT_KINDS),
  amount: z.number(),
  fee: z.number(),
  own_fee: z.number(),
  interest: z.number(),
  maturity_date: z.string().nullable(),
  note: z.string().nullable(),
  person: z.string(),
  recorded_time: z.string(),
  cancelled_time: z.string().nullable(),
  cancelled_date: z.string().nullable(),
  cancelled_by: z.string().nullable(),
  cancel_reason: z.string().nullable(),
  cannot_cancel: z.string().nullable(),
  version: z.number(),
  /** As it was paid, also where it was taken back since. */
  parts: z.array(
    z.object({
      id: z.string(),
      key: z.number(),
      reason: z.string(),
      due_date: z.string(),
      /** With tax, and how much of it was set off. */
      total: z.number(),
      set_off: z.number(),
      amount: z.number(),
    }),
  ),
  payer: party,
  payee: party,
});
export type PayoutDetail = z.output<typeof payoutDetail>;
