import { z } from "zod";
import { BANK_SHIFTS } from "~/lib/time/bankday";
import { unit } from "~/lib/vocabulary/card.schema";
import { invoiceBasis, rounding } from "~/lib/vocabulary/document";
import { MATURITY_UNITS, PAYMENT_METHODS } from "~/lib/vocabulary/maturity";
import { companyType } from "~/lib/vocabulary/permission";
import { TORITEKI } from "~/lib/vocabulary/toriteki";

/** A company one works with, and the terms between the two. `id` and `name` are the other side's. */
export const collaboratorRow = z.object({
  id: z.string(),
  name: z.string(),
  seller_id: z.string(),
  buyer_id: z.string(),
  is_stock: z.boolean(),
  is_payment_last_date: z.boolean(),
  payment_date: z.number().nullable(),
  pay_month: z.number(),
  pay_day: z.number(),
  bank_shift: z.enum(BANK_SHIFTS),
  amount_rounding: rounding,
  tax_rounding: rounding,
  invoice_basis: invoiceBasis,
  over_pct: z.string(),
  under_pct: z.string(),
  toriteki: z.enum(TORITEKI),
  payment_method: z.enum(PAYMENT_METHODS),
  maturity: z.number().nullable(),
  maturity_unit: z.enum(MATURITY_UNITS).nullable(),
  /** The units that the seller of the two works in, the usual one first. */
  units: z.array(unit),
});
export type CollaboratorRow = z.infer<typeof collaboratorRow>;

/** `side` is what the others are: my sellers, or my buyers. */
export const collaboratorFilter = z.object({ side: companyType.optional() });
export const collaborators = z.object({ items: z.array(collaboratorRow) });
