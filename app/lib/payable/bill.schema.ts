import { z } from "zod";
import { fileRow } from "~/lib/file/file.schema";
import { yen } from "~/lib/money/number.schema";
import { crossField } from "~/lib/text/cross.field";
import { optionalRegistrationNumber } from "~/lib/text/registration.schema";
import {
  checkbox,
  choice,
  code,
  key,
  optionalCode,
  optionalText,
  optionalVersion,
  text,
} from "~/lib/text/text.schema";
import { date, optionalDate } from "~/lib/time/date.schema";
import { byRate } from "~/lib/vocabulary/document";
import { BILL_KINDS, EXPENSE_ACCOUNTS } from "~/lib/vocabulary/payable";

const money = (label: string) =>
  z
    .preprocess(
      (value) => (value === "" || value === null ? undefined : value),
      yen(label, { min: 0 }).optional(),
    )
    .meta({ title: label });

const optionalDebt = (label: string) =>
  z
    .preprocess(
      (value) => (value === "" || value === null ? undefined : value),
      z
        .string()
        .regex(/^[ib]\d{1,15}$/, { error: `${label}が正しくありません` })
        .optional(),
    )
    .meta({ title: label });

export const billNew = z
  .object({
    partner_id: code("支払先", 40),
    kind: choice("種類", BILL_KINDS),
    number: optionalCode("請求書番号", 40),
    bill_date: date("請求日"),
    /** When the goods came, or the work was done: the day from which the 60 days count. */
    received_date: optionalDate("受領日"),
    due_date: optionalDate("支払期日", "coming"),
    account: choice("科目", EXPENSE_ACCOUNTS),
    registration_number: optionalRegistrationNumber("登録番号"),
    base_10: money("10%対象（税抜）"),
    tax_10: money("消費税（10%）"),
    base_8: money("8%対象（税抜）"),
    tax_8: money("消費税（8%）"),
    base_0: money("対象外"),
    /** Of 遅延利息: for which 請求書 it is. */
    late_debt: optionalDebt("遅延した請求書"),
    note: optionalText("備考", 200),
    as_printed: checkbox(),
    /** A day long ago or still to come is meant. */
    unusual_date: checkbox(),
    /** The same expense, or a 支払通知書 of the same month, is there already, and this is another. */
    twice: checkbox(),
    /** Of 値引・返品: whom the law protects is at fault for it. */
    is_their_fault: checkbox(),
  })
  .check(
    crossField(["base_10", "base_8", "base_0"], ({ base_10 = 0, base_8 = 0, base_0 = 0 }) =>
      base_10 + base_8 + base_0 === 0 ? "税抜金額を、税率ごとに入力してください" : null,
    ),
    crossField(["number", "kind"], ({ number, kind }) =>
      kind === "invoice" && number === undefined ? "請求書番号を入力してください" : null,
    ),
    crossField(["note", "kind"], ({ note, kind }) =>
      kind === "credit" && note === undefined
        ? "値引・返品の理由を入力してください（7条の記録に残ります）"
        : null,
    ),
    crossField(["account", "kind"], ({ account, kind }) =>
      kind === "credit" && account === "interest" ? "遅延利息の値引・返品はありません" : null,
    ),
    crossField(["account", "late_debt"], ({ account, late_debt }) =>
      late_debt !== undefined && account !== "interest" ? "遅延利息は、科目を遅延利息にしてください" : null,
    ),
  );
export type BillNew = z.output<typeof billNew>;

/** Whose papers may come: whoever was bought from, dealt with still or no more. */
const supplier = z.object({ id: z.string(), name: z.string(), is_active: z.boolean() });
export type Supplier = z.output<typeof supplier>;
export const suppliers = z.object({ items: z.array(supplier) });

/** `notes`: what is unlawful or odd of it, known before anything is paid. */
export const billMade = z.object({ key: z.number(), notes: z.array(z.string()) });
export const billFiling = z.object({});
export const billKey = z.object({ key: key("計上") });
export const billCancelling = z.object({ reason: text("理由", 200), version: optionalVersion });
export const billChanged = z.object({ key: z.number(), version: z.number() });

export const billDetail = z.object({
  key: z.number(),
  partner_id: z.string(),
  partner_name: z.string(),
  kind: z.enum(BILL_KINDS),
  number: z.string().nullable(),
  bill_date: z.string(),
  received_date: z.string(),
  due_date: z.string(),
  account: z.enum(EXPENSE_ACCOUNTS),
  registration_number: z.string().nullable(),
  deduction: z.number().nullable(),
  /** Of the tax so much may be deducted (R1-11). */
  deductible: z.number(),
  by_rate: z.array(byRate),
  subtotal: z.number(),
  tax: z.number(),
  total: z.number(),
  paid: z.number(),
  late: z.object({ id: z.string(), key: z.number(), reason: z.string() }).nullable(),
  note: z.string().nullable(),
  person: z.string(),
  recorded_time: z.string(),
  cancelled_time: z.string().nullable(),
  cancelled_by: z.string().nullable(),
  cancel_reason: z.string().nullable(),
  cannot_cancel: z.string().nullable(),
  problem: z.string().nullable(),
  version: z.number(),
  files: z.array(fileRow),
});
export type BillDetail = z.output<typeof billDetail>;
