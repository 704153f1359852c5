import { z } from "zod";
import { ym } from "~/lib/accounting/invoice.schema";
import { confirmedFigures } from "~/lib/money/confirmed";
import { choice, code, optionalText, text } from "~/lib/text/text.schema";
import { lineUnit } from "~/lib/vocabulary/document";
import { MATCH_ANSWERS, MATCH_KINDS, MATCH_STATES, type MatchWord, MONTH_STATES } from "./match";

const LINES_MOST = 500;
const PARTNERS_MOST = 200;

const matchSide = z.object({
  num_units: z.string().nullable(),
  unit_price: z.string().nullable(),
  amount: z.number(),
});

export const matchRow = z.object({
  id: z.string(),
  source: z.enum(["delivery", "receipt", "invoice", "paper", "tax"]),
  kind: z.enum(MATCH_KINDS),
  state: z.enum(MATCH_STATES),
  date: z.string().nullable(),
  number: z.string().nullable(),
  href: z.string().nullable(),
  name: z.string(),
  order_id: z.string().nullable(),
  unit: lineUnit.nullable(),
  tax_rate: z.number(),
  ours: matchSide.nullable(),
  theirs: matchSide.nullable(),
  difference: z.number(),
  /** The partner's card, which the chat takes along. */
  card_key: z.number().nullable(),
  invoice_key: z.number().nullable(),
  note: z.string().nullable(),
  answer: z.enum(["accept", "ask", "later", "withdrawn", "billed"] satisfies MatchWord[]).nullable(),
  reason: z.string().nullable(),
  person: z.string().nullable(),
  said_time: z.string().nullable(),
});
export type MatchRow = z.output<typeof matchRow>;

const matchEvent = z.object({
  key: z.number(),
  act: z.enum(["closed", "reopened"]),
  reason: z.string().nullable(),
  person: z.string(),
  said_time: z.string(),
});

export const matchTotals = {
  ours: z.number(),
  theirs: z.number(),
  difference: z.number(),
  num_open: z.number(),
  num_asked: z.number(),
  unbilled: z.number(),
};

export const matchDetail = z.object({
  items: z.array(matchRow),
  partners: z.array(z.object({ id: z.string(), name: z.string() })),
  partner_name: z.string().nullable(),
  ym: z.number(),
  start_date: z.string(),
  end_date: z.string(),
  state: z.enum(MONTH_STATES),
  ...matchTotals,
  /** Why the month can't be closed, or null. */
  cannot_close: z.string().nullable(),
  papers: z.array(z.object({ id: z.string(), number: z.string().nullable(), href: z.string() })),
  log: z.array(matchEvent),
  seen: z.string(),
  room: z.string(),
});
export type MatchDetail = z.output<typeof matchDetail>;

const asked = { partner_id: code("支払先", 40), ym: ym("対象月") };
const matchLines = z.preprocess(
  (value) => (value === undefined || value === null || value === "" ? [] : [value].flat()),
  z
    .array(z.string().regex(/^[dcipt][0-9a-z.]{1,40}$/, { error: "明細を選び直してください" }))
    .min(1, { error: "明細を選択してください" })
    .max(LINES_MOST, { error: `一度に${LINES_MOST}行までです` }),
);

export const matchAnswering = z
  .object({
    ...asked,
    seen: confirmedFigures,
    lines: matchLines,
    answer: choice("回答", MATCH_ANSWERS),
    reason: optionalText("理由", 200),
  })
  .superRefine(({ answer, reason }, context) => {
    if (answer !== "withdrawn" && reason === undefined)
      context.addIssue({ code: "custom", path: ["reason"], message: "理由を入力してください" });
  });
export type MatchAnswering = z.output<typeof matchAnswering>;
export const matchAnswered = z.object({ count: z.number(), chat: z.string().nullable() });

export const matchClosing = z.object({
  ym: asked.ym,
  months: z
    .array(z.object({ partner_id: code("支払先", 40), seen: confirmedFigures }))
    .min(1, { error: "支払先を選択してください" })
    .max(PARTNERS_MOST, { error: `一度に${PARTNERS_MOST}社までです` }),
});
export type MatchClosing = z.output<typeof matchClosing>;
/** As a list's ticks name them: partner, month and what was seen. */
export const matchPicks = z.object({
  ids: z.preprocess((value) => {
    const picks = [value ?? []].flat().map((one) => /^(.{1,40}):(\d{6}):([^:]+)$/.exec(String(one)));
    return {
      ym: Number(picks[0]?.[2]),
      months: picks.map((pick) => ({ partner_id: pick?.[1], seen: pick?.[3] })),
    };
  }, matchClosing),
});
export const matchClosed = z.object({ count: z.number() });
export const matchClosingForm = z.object({ ...asked, seen: confirmedFigures });

export const matchReopening = z.object({ ...asked, seen: confirmedFigures, reason: text("理由", 200) });
export type MatchReopening = z.output<typeof matchReopening>;
