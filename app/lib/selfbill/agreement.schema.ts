import { z } from "zod";
import { optionalInteger } from "~/lib/money/number.schema";
import { choice, code, key, optionalText, text } from "~/lib/text/text.schema";
import { CONFIRM_FORMS } from "~/lib/vocabulary/selfbill";
import { AGREEMENT_ACTS, AGREEMENT_STATES } from "./agreement";

export const agreementNew = z.object({
  partner_id: code("支払先", 40),
  form: choice("確認の方法", CONFIRM_FORMS),
  days: optionalInteger("連絡の期限（日）", 1, 90),
});
export type AgreementNew = z.output<typeof agreementNew>;

export const agreementKey = z.object({ key: key("取り決め") });
export const agreementAnswer = z
  .object({ agreed: choice("回答", ["yes", "no"]), reason: optionalText("理由", 200) })
  .superRefine(({ agreed, reason }, context) => {
    if (agreed === "no" && !reason)
      context.addIssue({ code: "custom", path: ["reason"], message: "断る理由を入力してください" });
  });
export type AgreementAnswer = z.output<typeof agreementAnswer>;
export const agreementEnd = z.object({ reason: text("理由", 200) });

const proposal = z.object({
  key: z.number(),
  version: z.number(),
  form: z.enum(CONFIRM_FORMS),
  days: z.number().nullable(),
  words: z.string(),
  person: z.string(),
  said_time: z.string(),
});
const said = proposal.extend({
  act: z.enum(AGREEMENT_ACTS),
  reason: z.string().nullable(),
  company_name: z.string(),
});
const agreementRow = z.object({
  partner_id: z.string(),
  partner_name: z.string(),
  /** We pay, the partner supplies; or the other way round. */
  is_payer: z.boolean(),
  registration_number: z.string().nullable(),
  state: z.enum(AGREEMENT_STATES),
  live: proposal.nullable(),
  waiting: proposal.nullable(),
  log: z.array(said),
});
export type AgreementRow = z.output<typeof agreementRow>;
export const agreements = z.object({ items: z.array(agreementRow) });
export const agreementMade = z.object({ key: z.number() });
