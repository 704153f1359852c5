import { z } from "zod";
import { optionalInteger } from "~/lib/money/number.schema";
import { normalizeCode } from "~/lib/text/normalize";
import { checkbox, code, emptyText, optionalLines } from "~/lib/text/text.schema";
import { BANK_SHIFTS } from "~/lib/time/bankday";
import type { Correction } from "~/lib/vocabulary/document";
import { SELF_BILL } from "~/lib/vocabulary/selfbill";
import { creditUse } from "./credit.schema";
import type { DocumentKind } from "./document";
import { documentLine, documentPaper, documentTotals, issuedDocument } from "./document.schema";
import { INVOICE_STATES } from "./invoice";

const carried = {
  prev_billed: z.number(),
  received: z.number(),
  adjustment: z.number(),
  carried_over: z.number(),
};
const totals = { ...documentTotals, billed_now: z.number() };
const terms = z.object({
  is_payment_last_date: z.boolean(),
  payment_date: z.number().nullable(),
  pay_month: z.number(),
  pay_day: z.number(),
  bank_shift: z.enum(BANK_SHIFTS).optional(),
});

const invoiceLine = documentLine.extend({
  delivery_key: z.number().nullable(),
  delivery_number: z.string().nullable(),
});
export type InvoiceLine = z.infer<typeof invoiceLine>;

const related = z.object({
  key: z.number(),
  number: z.string(),
  revision: z.number(),
  invoice_date: z.string(),
  correction: z.enum(["red", "black"]).nullable(),
});

/** Of a 仮締め the rows that closing would freeze, with number null. */
export const invoicePaper = documentPaper.extend({
  number: z.string().nullable(),
  ym: z.number(),
  start_date: z.string(),
  end_date: z.string(),
  invoice_date: z.string(),
  due_date: z.string(),
  terms,
  show_carry_over: z.boolean(),
  is_single: z.boolean(),
  /** 支払通知書 in its place: the buyer issued it. */
  is_self_billed: z.boolean().default(false),
  correction: related.shape.correction,
  revision: z.number(),
  /** What a 赤 takes back, a 黒 words anew, or a 訂正版 replaces. */
  original: related.nullable(),
  ...carried,
  ...totals,
  lines: z.array(invoiceLine),
});
/** What it is besides the 請求書 of a month. */
type Issue = { is_single: boolean; is_self_billed: boolean; correction: Correction | null; revision: number };
export const issueLabel = (doc: Issue) =>
  doc.is_self_billed
    ? SELF_BILL
    : doc.correction === "red"
      ? "赤伝"
      : doc.correction === "black"
        ? "黒伝"
        : doc.revision > 1
          ? `訂正版 第${doc.revision}版`
          : doc.is_single
            ? "都度請求"
            : null;
export const FIRST_ISSUE = {
  is_single: false,
  is_self_billed: false,
  correction: null,
  revision: 1,
  original: null,
} as const;
export type InvoicePaper = z.infer<typeof invoicePaper>;

const invoiceDetail = invoicePaper.extend({
  ...issuedDocument,
  /** The seller's books; null for the buyer, who sees none of them. */
  state: z.enum(INVOICE_STATES).nullable(),
  paid: z.number().nullable(),
  open: z.number().nullable(),
  /** 赤, 黒 and 訂正版 that came after it. */
  corrections: z.array(related),
  cannot_correct: z.string().nullable(),
  cannot_restore: z.string().nullable(),
  payments: z.array(z.object({ key: z.number(), payment_date: z.string(), amount: z.number() })),
  credits: z.array(creditUse),
});
export type InvoiceDetail = z.infer<typeof invoiceDetail>;

export const invoiceKind: DocumentKind<InvoiceDetail> = {
  subject: "invoice",
  noun: "請求書",
  path: "/accounting/invoice",
  api: "/invoices",
  detail: invoiceDetail,
};

/** YYYYMM; also as people write it: 2026/11, 2026年11月. */
export const ym = (label: string) =>
  z.preprocess(
    (value) => {
      // What cannot be written out is no month, and no reason to fail.
      if (typeof value === "object" && value !== null) return value;
      const [, year, month] = /^(20\d\d)[^\d]?(\d{1,2})月?$/.exec(normalizeCode(String(value ?? ""))) ?? [];
      return year && Number(month) >= 1 && Number(month) <= 12 ? Number(year) * 100 + Number(month) : value;
    },
    z
      .number({
        error: ({ input }) => (input === undefined || input === "" ? emptyText(label) : ymText(label)),
      })
      .int({ error: ymText(label) })
      .min(200001, { error: ymText(label) })
      .max(209912, { error: ymText(label) })
      .refine((n) => n % 100 >= 1 && n % 100 <= 12, { error: ymText(label) }),
  );
const ymText = (label: string) => `${label}は 202611 のように年月6桁で入力してください`;

export const closingQuery = z.object({
  closing_day: optionalInteger("締日", 1, 31),
  ym: ym("対象月").optional(),
});

const candidate = z.object({
  buyer_id: z.string(),
  buyer_name: z.string(),
  start_date: z.string(),
  end_date: z.string(),
  due_date: z.string(),
  ...carried,
  subtotal: z.number(),
  tax: z.number(),
  total: z.number(),
  billed_now: z.number(),
  show_carry_over: z.boolean(),
  num_notes: z.number(),
  num_lines: z.number(),
  warnings: z.array(z.string()),
  num_undelivered: z.number(),
  /** Lines rejected once billed, without 返品. */
  num_awaiting: z.number(),
  problem: z.string().nullable(),
  open_ym: z.number().nullable(),
  /** Closed only on request (今回売上0円も出す). */
  is_zero: z.boolean(),
  is_past: z.boolean(),
  is_unended: z.boolean(),
  seen: z.string(),
  issued_time: z.string().nullable(),
  person: z.string().nullable(),
  invoice_key: z.number().nullable(),
  invoice_number: z.string().nullable(),
});
export type Candidate = z.infer<typeof candidate>;
export const candidates = z.object({
  closing_days: z.array(z.object({ closing_day: z.number(), count: z.number() })),
  closing_day: z.number(),
  ym: z.number(),
  items: z.array(candidate),
  /** Numbers of 納品書 and 請求書 that the months of the period leave out. */
  gaps: z.array(z.string()),
});

const UNSEEN = "確認した金額が分かりません。画面を読み込み直してください";
const buyers = z.preprocess(
  (value) => (typeof value === "string" ? [value] : value),
  z
    .array(code("取引先", 40), { error: "締める取引先を選択してください" })
    .min(1, { error: "締める取引先を選択してください" })
    .max(1000),
);

/** Nothing is issued for a partner whose figures have changed since. */
const seenRows = z.preprocess(
  (value) => [value ?? []].flat().filter((one) => one !== ""),
  z
    .array(z.string().regex(/^[^:]{1,40}:[\dx.-]{1,80}\.[0-9a-f]{16}$/, { error: UNSEEN }), { error: UNSEEN })
    .max(1000),
);

export const closingNew = z.object({
  ym: ym("対象月"),
  buyer_ids: buyers,
  with_zero: checkbox(),
  note: optionalLines("備考", 300),
  seen: seenRows,
  unended: checkbox(),
  disputed: checkbox(),
  /** `check` only asks; `part` issues for those that can be closed. Without: all or none. */
  step: z.enum(["check", "part"]).optional(),
});
export type ClosingNew = z.output<typeof closingNew>;
export const closingForm = closingNew.superRefine(({ buyer_ids, seen }, context) => {
  const shown = new Set(seen.map((one) => one.split(":")[0]));
  if (!buyer_ids.every((buyer_id) => shown.has(buyer_id)))
    context.addIssue({ code: "custom", message: UNSEEN, path: ["buyer_ids"] });
});
export const trialQuery = z.object({
  ym: ym("対象月"),
  buyer_ids: buyers,
  with_zero: checkbox(),
  seen: seenRows,
});
export const trials = z.object({ items: z.array(invoicePaper) });
export type Trials = z.infer<typeof trials>;
