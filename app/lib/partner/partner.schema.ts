import { z } from "zod";
import { pageOf } from "~/lib/list/list.schema";
import { paging } from "~/lib/list/paging.schema";
import { sortBy } from "~/lib/list/sort";
import { optionalText } from "~/lib/text/text.schema";
import { BANK_SHIFTS } from "~/lib/time/bankday";
import { HONORIFICS } from "~/lib/vocabulary/contact";
import { rounding } from "~/lib/vocabulary/document";
import { MATURITY_UNITS, PAYMENT_METHODS } from "~/lib/vocabulary/maturity";
import { companyType } from "~/lib/vocabulary/permission";
import { OVER_BILLS, REST_BASES } from "~/lib/vocabulary/tolerance";
import { TORITEKI } from "~/lib/vocabulary/toriteki";
import { FEE_BEARERS, INVOICE_BASES, partnerId } from "./collaboration.schema";
import { contactRow } from "./contact.schema";

const PARTNER_KINDS = ["buyer", "seller", "both"] as const;
const PARTNER_STATES = ["active", "invited", "uninvited", "stopped"] as const;

const terms = z.object({
  is_payment_last_date: z.boolean(),
  payment_date: z.number().nullable(),
  pay_month: z.number(),
  pay_day: z.number(),
  bank_shift: z.enum(BANK_SHIFTS),
});

const fullTerms = terms.extend({
  payment_method: z.enum(PAYMENT_METHODS),
  maturity: z.number().nullable(),
  maturity_unit: z.enum(MATURITY_UNITS).nullable(),
  fee_bearer: z.enum(FEE_BEARERS),
  toriteki: z.enum(TORITEKI),
});

export const partnerRow = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(PARTNER_KINDS),
  state: z.enum(PARTNER_STATES),
  /** Nobody there has signed in, and it was entered here: its facts are kept here. */
  is_kept: z.boolean(),
  code: z.string().nullable(),
  kana: z.string().nullable(),
  person: z.string().nullable(),
  tel: z.string().nullable(),
  email: z.string().nullable(),
  postal_code: z.string().nullable(),
  address: z.string().nullable(),
  fax: z.string().nullable(),
  payee_kana: z.string().nullable(),
  note: z.string().nullable(),
  honorific: z.enum(HONORIFICS),
  send_method: z.string().nullable(),
  registration_number: z.string().nullable(),
  terms: fullTerms.nullable(),
  supplier_terms: fullTerms.nullable(),
  num_destinations: z.number(),
  num_products: z.number(),
  num_cards: z.number(),
  /** 売掛残: billed and not paid, whole yen; needs the accounting permission. */
  balance: z.number().nullable(),
  last_chat_time: z.string().nullable(),
});
export type PartnerRow = z.output<typeof partnerRow>;
export const partners = pageOf(partnerRow);

export const partnerFilter = z.object({
  q: optionalText("検索", 60),
  kind: z.enum(PARTNER_KINDS).optional(),
  state: z.enum([...PARTNER_STATES, "all"]).optional(),
});
export const partnerQuery = partnerFilter.extend({
  ...paging,
  sort: sortBy(["kana", "name", "code", "num_cards", "balance", "last_chat_time"], "kana"),
  ids: z.preprocess(
    (value) => (value === undefined ? undefined : [value].flat()),
    z.array(partnerId).max(1000).optional(),
  ),
});
export type PartnerQuery = z.output<typeof partnerQuery>;

const agreed = fullTerms.extend({
  key: z.number(),
  amount_rounding: rounding,
  tax_rounding: rounding,
  invoice_basis: z.enum(INVOICE_BASES),
  show_carry_over: z.boolean(),
  over_pct: z.string(),
  under_pct: z.string(),
  over_bill: z.enum(OVER_BILLS),
  rest_base: z.enum(REST_BASES),
  toriteki_judged_on: z.string().nullable(),
  toriteki_judged_by: z.string().nullable(),
  is_active: z.boolean(),
  version: z.number(),
  /** The seller, or whoever entered a company that nobody has signed in for yet. */
  may_change: z.boolean(),
  may_resume: z.boolean(),
});
export type Agreed = z.output<typeof agreed>;

export const partnerDetail = partnerRow.omit({ terms: true, supplier_terms: true }).extend({
  company_type: companyType,
  facts: z.object({
    kana: z.string().nullable(),
    postal_code: z.string().nullable(),
    address: z.string().nullable(),
    tel: z.string().nullable(),
    fax: z.string().nullable(),
    email: z.string().nullable(),
    registration_number: z.string().nullable(),
  }),
  contact: contactRow,
  buyer: agreed.nullable(),
  seller: agreed.nullable(),
});
export type PartnerDetail = z.output<typeof partnerDetail>;
