import { z } from "zod";
import { BANK_SHIFTS } from "~/lib/time/bankday";
import { HONORIFICS } from "./contact";
import { rounding } from "./document";
import { companyType } from "./permission";
import { dayStyle, lineOrder, numberStyle, paperLayout } from "./print";
import { VALUATIONS } from "./stock";

export const bankAccount = z.object({
  bank_name: z.string(),
  branch_name: z.string(),
  kind: z.enum(["普通", "当座"]),
  number: z.string(),
  holder: z.string(),
});
export type BankAccount = z.infer<typeof bankAccount>;

/** R3-5: frozen when the document is issued. */
export const party = z.object({
  id: z.string(),
  name: z.string(),
  postal_code: z.string().nullable(),
  address: z.string().nullable(),
  tel: z.string().nullable(),
  fax: z.string().nullable(),
  registration_number: z.string().nullable(),
  bank_accounts: z.array(bankAccount),
  /** Documents from before these were there bear none. */
  logo: z.string().nullable().default(null),
  seal: z.string().nullable().default(null),
  paper_layout: paperLayout.default("ruled"),
  address_left: z.number().optional(),
  address_top: z.number().optional(),
  day_style: dayStyle.optional(),
  honorific: z.enum(HONORIFICS).optional(),
});
export type Party = z.infer<typeof party>;

/** What the company's own settings hold, or the pair's. */
const PRINTED = {
  paper_layout: true,
  address_left: true,
  address_top: true,
  day_style: true,
  honorific: true,
} as const;
export const factorySelf = party.omit(PRINTED).extend({
  kana: z.string().nullable(),
  email: z.string().nullable(),
  company_type: companyType,
  version: z.number(),
  meta: z.object({
    is_payment_last_date: z.boolean(),
    payment_date: z.number().nullable(),
    pay_month: z.number(),
    pay_day: z.number(),
    bank_shift: z.enum(BANK_SHIFTS),
    amount_rounding: rounding,
    tax_rounding: rounding,
    inspection_days: z.number(),
    stall_days: z.number(),
    warn_days: z.number(),
    early_days: z.number().nullable(),
    small_difference: z.number(),
    stock_valuation: z.enum(VALUATIONS),
    version: z.number(),
    paper_layout: paperLayout,
    line_order: lineOrder,
    number_style: numberStyle,
    address_left: z.number(),
    address_top: z.number(),
    day_style: dayStyle,
  }),
});
