import { eq } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { type collaboration, factory_meta } from "~/lib/tables/factory.table.server";
import { BANK_SHIFT_LABEL } from "~/lib/time/bankday";
import {
  maturityLabel,
  maturityProblem,
  maturityUnsaid,
  PAYMENT_METHOD_LABEL,
} from "~/lib/vocabulary/maturity";
import { termsProblem } from "~/lib/vocabulary/terms";
import { NO_TOLERANCE } from "~/lib/vocabulary/tolerance";
import { TORITEKI_LABEL } from "~/lib/vocabulary/toriteki";
import { closingLabel, FEE_BEARER_LABEL, feeProblem, lateProblem, payLabel } from "./collaboration";
import type { PartnerLine } from "./partner.import";

const AGREED = [
  "is_payment_last_date",
  "payment_date",
  "pay_month",
  "pay_day",
  "bank_shift",
  "amount_rounding",
  "tax_rounding",
  "invoice_basis",
  "show_carry_over",
  "fee_bearer",
  "toriteki",
  "payment_method",
  "maturity",
  "maturity_unit",
  "over_pct",
  "under_pct",
  "over_bill",
  "rest_base",
] as const;
export type Agreed = Pick<typeof collaboration.$inferSelect, (typeof AGREED)[number]>;
export const pickTerms = (row: Agreed) =>
  Object.fromEntries(AGREED.map((name) => [name, row[name]])) as Agreed;

/** What stands already is not judged again. */
export function termsOf(
  line: Partial<PartnerLine>,
  base: Agreed,
  stands: boolean,
): { terms: Agreed } | { errors: Record<string, string[]> } {
  const {
    closing,
    pay,
    maturity,
    bank_shift = base.bank_shift,
    fee_bearer = base.fee_bearer,
    toriteki = base.toriteki,
  } = line;
  const { payment_method = base.payment_method } = line;
  const closed =
    closing === undefined
      ? {}
      : { is_payment_last_date: closing === 31, payment_date: closing === 31 ? null : closing };
  const claim = payment_method === "transfer" ? { maturity: null, maturity_unit: null } : maturity;
  const terms = { ...base, ...closed, ...pay, bank_shift, payment_method, ...claim, fee_bearer, toriteki };
  if (stands && changedIn(shownTerms(terms), shownTerms(base)).length === 0) return { terms: base };
  const unclear = maturityUnsaid(terms) ?? maturityProblem(terms);
  const wrong = {
    pay: termsProblem(terms) ?? (unclear ? null : lateProblem(terms)),
    fee_bearer: feeProblem(terms),
    maturity: unclear,
  };
  const errors = Object.fromEntries(
    Object.entries(wrong).flatMap(([name, said]) => (said ? [[name, [said]]] : [])),
  );
  return Object.keys(errors).length > 0 ? { errors } : { terms };
}

export const shownTerms = (terms: Agreed) => ({
  closing: closingLabel(terms),
  pay: payLabel(terms),
  bank_shift: BANK_SHIFT_LABEL[terms.bank_shift],
  payment_method: PAYMENT_METHOD_LABEL[terms.payment_method],
  maturity: maturityLabel(terms),
  fee_bearer: FEE_BEARER_LABEL[terms.fee_bearer],
  toriteki: TORITEKI_LABEL[terms.toriteki],
});
type TermTexts = ReturnType<typeof shownTerms>;
export const changedIn = (now: TermTexts, was: TermTexts) =>
  (Object.keys(now) as (keyof TermTexts)[]).filter((name) => now[name] !== was[name]);
/** Cells that a problem of terms lies in together. */
export const TOGETHER: Record<string, string[]> = {
  pay: ["closing", "pay", "bank_shift", "toriteki"],
  fee_bearer: ["fee_bearer", "toriteki"],
  maturity: ["payment_method", "maturity", "toriteki"],
};

export async function usualTerms(db: Tx, who: Who): Promise<Agreed> {
  const [own] = await db.select().from(factory_meta).where(eq(factory_meta.company_id, who.company_id));
  return pickTerms({
    ...own!,
    invoice_basis: "monthly",
    show_carry_over: true,
    fee_bearer: "payer",
    toriteki: "unknown",
    payment_method: "transfer",
    maturity: null,
    maturity_unit: null,
    ...NO_TOLERANCE,
    rest_base: "delivered",
  });
}
