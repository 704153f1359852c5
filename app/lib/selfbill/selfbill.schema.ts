import { z } from "zod";
import { documentTotals, issuedDocument } from "~/lib/accounting/document.schema";
import { invoicePaper, ym } from "~/lib/accounting/invoice.schema";
import { billableLine, lineNames } from "~/lib/accounting/single.schema";
import { MAX_YEN } from "~/lib/money/amount";
import { optionalConfirmedFigures } from "~/lib/money/confirmed";
import { yen } from "~/lib/money/number.schema";
import {
  checkbox,
  choice,
  code,
  key,
  optionalKey,
  optionalLines,
  optionalVersion,
  text,
} from "~/lib/text/text.schema";
import { optionalDate } from "~/lib/time/date.schema";
import { unit } from "~/lib/vocabulary/card.schema";
import { CONFIRM_FORMS, SELF_BILL, SELF_BILL_STATES } from "~/lib/vocabulary/selfbill";
import { AGREEMENT_STATES } from "./agreement";

export const selfBillSource = z.object({
  partner_id: code("支払先", 40).optional(),
  ym: ym("対象月").optional(),
  replaces: optionalKey(SELF_BILL),
});

const sourceLine = billableLine.extend({
  billing_date: z.string(),
  /** Why it can't be on the paper; null where it can. */
  blocked: z.string().nullable(),
});
export type SourceLine = z.output<typeof sourceLine>;
/** Received back, and on no 納品書 yet: the supplier's comes first. */
const undeliveredReceipt = z.object({
  card_key: z.number(),
  card_id: z.string(),
  name: z.string(),
  date: z.string(),
  num_units: z.string(),
  unit: unit.nullable(),
  amount: z.number(),
});
export type UndeliveredReceipt = z.output<typeof undeliveredReceipt>;
export const selfBillSources = z.object({
  partners: z.array(
    z.object({ partner_id: z.string(), partner_name: z.string(), state: z.enum(AGREEMENT_STATES) }),
  ),
  partner_name: z.string().nullable(),
  ym: z.number(),
  start_date: z.string(),
  end_date: z.string(),
  due_date: z.string(),
  words: z.string().nullable(),
  replaces: z.object({ key: z.number(), number: z.string() }).nullable(),
  items: z.array(sourceLine),
  receipts: z.array(undeliveredReceipt),
  room: z.string(),
});
export type SelfBillSources = z.output<typeof selfBillSources>;

export const selfBillNew = z.object({
  partner_id: code("支払先", 40),
  ym: ym("対象月"),
  lines: lineNames.pipe(z.array(z.string()).min(1, { error: "支払通知書に載せる明細を選んでください" })),
  due_date: optionalDate("支払期日", "coming"),
  note: optionalLines("備考", 300),
  replaces: optionalKey(SELF_BILL),
  negative: checkbox(),
  seen: optionalConfirmedFigures,
});
export type SelfBillNew = z.output<typeof selfBillNew>;

export const selfBillPreview = z.object({
  num_lines: z.number(),
  ...documentTotals,
  invoice_date: z.string(),
  due_date: z.string(),
  words: z.string(),
  registration_number: z.string().nullable(),
  /** Percent of the tax that may be deducted (R1-11). */
  deduction: z.number().nullable(),
  /** Said before it is issued, and no reason to refuse it. */
  notes: z.array(z.string()),
  seen: z.string(),
});
export type SelfBillPreview = z.output<typeof selfBillPreview>;
export const selfBillMade = z.object({ key: z.number(), number: z.string(), num_mails: z.number() });

export const selfBillKey = z.object({ key: key(SELF_BILL) });

const typedAmount = z.preprocess(
  (value) => (value === "" || value === null ? undefined : value),
  yen("先方の金額", { min: -MAX_YEN }).optional(),
);
export const selfBillAnswer = z
  .object({
    agreed: choice("回答", ["yes", "no"]),
    reason: optionalLines("相違の内容", 500),
    lines: z
      .array(z.object({ line_no: key("明細"), amount: typedAmount }))
      .max(2000)
      .default([]),
    version: optionalVersion,
  })
  .superRefine(({ agreed, reason }, context) => {
    if (agreed === "no" && !reason)
      context.addIssue({ code: "custom", path: ["reason"], message: "相違の内容を入力してください" });
  });
export type SelfBillAnswer = z.output<typeof selfBillAnswer>;
export const selfBillCancelling = z.object({ reason: text("取消の理由", 200), version: optionalVersion });
export const selfBillChanged = z.object({ key: z.number(), version: z.number() });

const word = z.object({
  key: z.number(),
  word: z.enum(["confirmed", "disputed"]),
  reason: z.string().nullable(),
  lines: z.array(z.object({ line_no: z.number(), amount: z.number() })),
  actor: z.string(),
  said_time: z.string(),
});

export const selfBillDetail = invoicePaper.extend({
  ...issuedDocument,
  number: z.string(),
  form: z.enum(CONFIRM_FORMS),
  days: z.number().nullable(),
  words: z.string(),
  edition: z.number(),
  replaces: z.object({ key: z.number(), number: z.string() }).nullable(),
  replaced_by: z.object({ key: z.number(), number: z.string() }).nullable(),
  agreement: z.object({ version: z.number(), company_name: z.string(), said_time: z.string() }),
  sent_time: z.string(),
  num_mails: z.number(),
  num_taken: z.number(),
  state: z.enum(SELF_BILL_STATES),
  /** As the paper says it. */
  confirmation: z.string(),
  deemed_date: z.string().nullable(),
  /** The tax on it may be deducted: it stands in for a 適格請求書, or a 区分記載. */
  is_creditable: z.boolean(),
  answers: z.array(word),
  /** The company looks at a paper of its own; the other side supplies. */
  is_payer: z.boolean(),
  may_answer: z.boolean(),
  paid: z.number().nullable(),
  deduction: z.number().nullable(),
});
export type SelfBillDetail = z.output<typeof selfBillDetail>;
