import { z } from "zod";
import { activityRow } from "~/lib/log/activity.schema";
import { key, optionalVersion, text } from "~/lib/text/text.schema";
import { byRate, invoiceBasis, lineUnit, rounding } from "~/lib/vocabulary/document";
import { party } from "~/lib/vocabulary/factory.schema";
import { sending } from "./sending.schema";

export const documentTotals = {
  by_rate: z.array(byRate),
  subtotal: z.number(),
  tax: z.number(),
  total: z.number(),
};

export const documentLine = z.object({
  line_no: z.number(),
  order_id: z.string().nullable(),
  sales_date: z.string(),
  name: z.string(),
  drawing_no: z.string().nullable(),
  num_units: z.string(),
  unit: lineUnit,
  unit_price: z.string(),
  price: z.number(),
  tax_rate: z.number(),
  note: z.string().nullable(),
  /** Of 返品: when it was delivered, and on which 納品書. */
  original_date: z.string().nullable(),
  original_number: z.string().nullable(),
});

/** Both parties as they were at its issue (R3-5). */
export const documentPaper = z.object({
  seller_id: z.string(),
  buyer_id: z.string(),
  seller: party,
  buyer: party,
  person: z.string().nullable(),
  note: z.string().nullable(),
  invoice_basis: invoiceBasis,
  tax_rounding: rounding,
  ...documentTotals,
  layout: z.number(),
  cancelled_time: z.string().nullable(),
});

export const issuedDocument = {
  key: z.number(),
  number: z.string(),
  version: z.number(),
  issued_time: z.string(),
  viewed_time: z.string().nullable(),
  cancel_reason: z.string().nullable(),
  log: z.array(activityRow),
  cannot_cancel: z.string().nullable(),
  /** The issuer's: how it went out, and why it can't; by chat and mail, why not that way. */
  sendings: z.array(sending),
  cannot_send: z.string().nullable(),
  cannot_mail: z.string().nullable(),
};
export const anyDocument = documentPaper.extend(issuedDocument);
export type AnyDocument = z.infer<typeof anyDocument>;

export const documentKey = (noun: string) => z.object({ key: key(noun) });
/** The reason stays in the history (R3-4). */
export const cancelling = z.object({ reason: text("取消の理由", 200), version: optionalVersion });
export const stateChange = z.object({ version: optionalVersion });
export const restoring = z.object({ reason: text("復元の理由", 200), version: optionalVersion });
export const changed = z.object({ key: z.number(), version: z.number() });
