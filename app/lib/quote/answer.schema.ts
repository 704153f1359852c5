import { z } from "zod";
import { key, optional, optionalText } from "~/lib/text/text.schema";
import { quoteFields as f, MAX_QUANTITIES } from "./quote.fields";
import { itemInput, said } from "./quote.schema";

/** 数量段階ごとの回答: a quantity without a price is not offered. */
const answerLine = z.object({
  quantity: f.num_items,
  unit_price: optional(f.unit_price),
  lead_days: optional(f.lead_days),
  shipping: optional(f.shipping),
});
const answerLines = z
  .array(answerLine)
  .max(MAX_QUANTITIES, { error: `数量は${MAX_QUANTITIES}段階までです` })
  .superRefine((all, context) => {
    if (all.every((line) => line.unit_price === undefined))
      context.addIssue({ code: "custom", path: [0, "unit_price"], message: "単価を1つ以上入力してください" });
    all.forEach((line, index) => {
      if (line.unit_price !== undefined && line.lead_days === undefined)
        context.addIssue({
          code: "custom",
          path: [index, "lead_days"],
          message: "納期（営業日数）を入力してください",
        });
    });
  });

const answerHead = {
  lines: answerLines,
  tooling: optional(f.tooling),
  tooling_owner: optional(f.tooling_owner),
  other: optional(f.other),
  valid_until: f.valid_until,
  person: optional(f.person),
  comment: optional(f.comment),
};
/** `last`: the version that stood on the page, 0 where there was none. */
export const answerInput = z.object({
  ...answerHead,
  last: z.coerce.number().int().min(0).max(1000).default(0),
});
export type AnswerInput = z.output<typeof answerInput>;

const { quantities: _, ...offerItem } = itemInput;
const blank = (line: unknown) =>
  !said(line) || (typeof line === "object" && Object.values(line!).every((value) => !said(value)));
function dropBlank(lines: unknown) {
  if (!Array.isArray(lines)) return lines;
  return lines.slice(0, lines.findLastIndex((line) => !blank(line)) + 1).map((line) => line ?? {});
}

/** 見積書 that nobody asked for: its lines say the quantities. */
export const offerInput = z.object({
  buyer_id: f.buyer_id,
  product_id: optional(f.product_id),
  ...offerItem,
  destination: optional(f.destination),
  ...answerHead,
  lines: z.preprocess(dropBlank, answerLines),
});
export type OfferInput = z.output<typeof offerInput>;

const cell = (label: string) => optionalText(label, 60);
/** Half typed: nothing of it is checked but its length. */
export const answerDraft = z.object({
  lines: z
    .array(
      z.object({
        quantity: cell("数量"),
        unit_price: cell("単価"),
        lead_days: cell("納期"),
        shipping: cell("送料"),
      }),
    )
    .max(MAX_QUANTITIES)
    .default([]),
  tooling: cell("型・治具代"),
  tooling_owner: cell("型・治具の所有者"),
  other: cell("そのほか"),
  valid_until: cell("有効期限"),
  person: cell("担当者"),
  comment: optionalText("コメント", 1000),
  version: z.coerce.number().int().min(0).max(1_000_000).default(0),
});
export type AnswerDraft = z.output<typeof answerDraft>;

export const withdrawal = z.object({ answer_key: key("回答"), words: optional(f.words) });
/** その他 alone would say nothing. */
export const declining = z
  .object({ reason: f.declined_reason, words: optional(f.words) })
  .refine(({ reason, words }) => reason !== "other" || words !== undefined, {
    path: ["words"],
    error: "「その他」のときは、理由を入力してください",
  });

export const renewal = z.object({ answer_key: key("回答"), valid_until: f.valid_until });
