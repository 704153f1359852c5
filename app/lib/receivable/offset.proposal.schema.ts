import { z } from "zod";
import { confirmedFigures, optionalConfirmedFigures } from "~/lib/money/confirmed";
import { yen } from "~/lib/money/number.schema";
import { choice, code, key, optionalLines } from "~/lib/text/text.schema";
import { OFFSET_WORDS } from "~/lib/vocabulary/offset";
import { OFFSET_STATES } from "./offset.agreement";
import { optionalYen } from "./payment.schema";

const asked = z
  .array(z.object({ invoice_key: key("請求書"), amount: optionalYen }))
  .max(1000)
  .optional();
const fields = {
  partner_id: code("取引先", 40),
  amount: yen("相殺額", { min: 1 }),
  words: optionalLines("連絡", 500),
};
export const offsetNew = z.object({ ...fields, ours: asked, theirs: asked, seen: optionalConfirmedFigures });
export type OffsetNew = z.output<typeof offsetNew>;

const formRows = z
  .array(z.object({ invoice_key: key("請求書"), on: z.string().optional(), amount: optionalYen }))
  .max(1000)
  .default([]);
const meant = (rows: z.output<typeof formRows>) => {
  const chosen = rows.filter(({ on, amount }) => on !== undefined || amount !== undefined);
  return chosen.length === 0 ? undefined : chosen.map(({ invoice_key, amount }) => ({ invoice_key, amount }));
};
/** Nothing is proposed that was not shown. */
export const offsetForm = z
  .object({ ...fields, ours: formRows, theirs: formRows, seen: confirmedFigures })
  .transform(({ ours, theirs, ...rest }) => ({ ...rest, ours: meant(ours), theirs: meant(theirs) }));

const claim = z.object({
  key: z.number(),
  number: z.string(),
  ym: z.number(),
  invoice_date: z.string(),
  due_date: z.string(),
  total: z.number(),
  open: z.number(),
});
/** 有償支給 that can't be settled yet (R2-11); `settlement_from` null: nobody knows yet when. */
const earlySupply = z.object({
  key: z.number(),
  item: z.string(),
  price: z.number(),
  settlement_from: z.string().nullable(),
  is_ours: z.boolean(),
});
export type EarlySupply = z.infer<typeof earlySupply>;

export const offsetQuery = z.object({ partner_id: code("取引先", 40) });
export const offsetPartners = z.object({
  items: z.array(z.object({ partner_id: z.string(), partner_name: z.string() })),
});
export const offsetBooks = z.object({
  partner_id: z.string(),
  partner_name: z.string(),
  ours: z.array(claim),
  theirs: z.array(claim),
  receivable: z.number(),
  payable: z.number(),
  offset: z.number(),
  early: z.array(earlySupply),
  seen: z.string(),
  /** One that still waits for an answer. */
  waiting: z.number().nullable(),
});
export type OffsetBooks = z.infer<typeof offsetBooks>;

const part = z.object({
  invoice_key: z.number(),
  number: z.string(),
  invoice_date: z.string(),
  due_date: z.string(),
  total: z.number(),
  amount: z.number(),
  /** What is left of it now. */
  open: z.number(),
});
export const offsetDetail = z.object({
  key: z.number(),
  is_ours: z.boolean(),
  partner_id: z.string(),
  partner_name: z.string(),
  amount: z.number(),
  state: z.enum(OFFSET_STATES),
  offset_date: z.string().nullable(),
  ours: z.array(part),
  theirs: z.array(part),
  words: z.array(
    z.object({
      key: z.number(),
      word: z.enum(OFFSET_WORDS),
      company_name: z.string(),
      person: z.string(),
      words: z.string().nullable(),
      said_time: z.string(),
    }),
  ),
  /** What this company may say now. */
  may: z.array(z.enum(OFFSET_WORDS)),
  moved: z.string().nullable(),
  early: z.array(earlySupply),
  payment_key: z.number().nullable(),
});
export type OffsetDetail = z.infer<typeof offsetDetail>;

export const offsetKey = z.object({ key: key("相殺") });
export const offsetSaying = z.object({
  word: choice("回答", OFFSET_WORDS),
  words: optionalLines("理由・連絡", 500),
});
export type OffsetSaying = z.output<typeof offsetSaying>;
export const offsetSaid = z.object({ key: z.number(), payment_key: z.number().nullable() });
