import { z } from "zod";
import { key, rowKey } from "~/lib/text/text.schema";
import { PARTNERSHIP_STATES } from "~/lib/vocabulary/partnership";

const terms = z.object({
  is_payment_last_date: z.boolean(),
  payment_date: z.number().nullable(),
  pay_month: z.number(),
  pay_day: z.number(),
});

/** `relation` is what the other company is to be to the own one. */
const incoming = z.object({
  key: z.number(),
  company_id: z.string(),
  company_name: z.string(),
  asker_name: z.string(),
  relation: z.enum(["buyer", "seller"]),
  terms,
  asked_time: z.string(),
});
/** What was typed, and no name: whether it reached anybody is told by an answer alone. */
const outgoing = z.object({
  key: z.number(),
  typed_id: z.string(),
  relation: z.enum(["buyer", "seller"]),
  state: z.enum(PARTNERSHIP_STATES),
  asked_time: z.string(),
  is_expired: z.boolean(),
});
const partner = z.object({
  id: z.string(),
  name: z.string(),
  relation: z.enum(["buyer", "seller", "both"]),
  is_active: z.boolean(),
  may_resume: z.boolean(),
  created_time: z.string(),
});
export type Incoming = z.output<typeof incoming>;
export type Outgoing = z.output<typeof outgoing>;
export type PartnerOf = z.output<typeof partner>;

export const partnerships = z.object({
  incoming: z.array(incoming),
  outgoing: z.array(outgoing),
  partners: z.array(partner),
});
export const ofPartnership = z.object({
  key: rowKey,
});
export const partnershipAnswered = z.object({ company_id: z.string(), company_name: z.string() });

export const partnershipForm = z.object({
  key: key("依頼"),
  act: z.enum(["accept", "decline", "withdraw"], { error: "操作を選んでください" }),
});
