import { z } from "zod";
import { compareDecimal, normalizeNumber } from "~/lib/money/decimal";
import {
  checkbox,
  key,
  optional,
  optionalText,
  optionalVersion,
  unchosenText,
  version,
} from "~/lib/text/text.schema";
import { quoteFields as f, MAX_QUANTITIES, MAX_SELLERS } from "./quote.fields";

export const quoteKey = z.object({ key: key("見積依頼") });

const said = (value: unknown) => value !== undefined && value !== null && value !== "";
const listed = (value: unknown) =>
  value === undefined || value === null || value === "" ? [] : [value].flat();

/** Cells of a row of fields: one that is left empty in the middle is no mistake. */
const quantities = z
  .array(f.quantity)
  .max(MAX_QUANTITIES, { error: `数量は${MAX_QUANTITIES}段階までです` })
  .superRefine((all, context) => {
    // What is no number has been said of its own cell.
    const given = all.map((one) => (said(one) && normalizeNumber(one!) === one ? one! : null));
    if (!all.some(said))
      context.addIssue({ code: "custom", path: [0], message: "数量を1つ以上入力してください" });
    given.forEach((one, index) => {
      const first = given.findIndex(
        (other) => other !== null && one !== null && compareDecimal(other, one) === 0,
      );
      if (one !== null && first < index)
        context.addIssue({ code: "custom", path: [index], message: "同じ数量が二つあります" });
    });
  });

const quantitiesInput = z.preprocess(
  (value) => (Array.isArray(value) ? [...value] : listed(value)),
  quantities,
);

/** As it is stored: the smallest first. */
export const quantitiesOf = (typed: (string | undefined)[]): string[] =>
  typed.filter((one): one is string => said(one)).sort(compareDecimal);

const sellerIds = z.preprocess(
  (value) => [...new Set(listed(value))],
  z
    .array(f.seller_id)
    .min(1, { error: unchosenText("依頼先") })
    .max(MAX_SELLERS, { error: `依頼先は${MAX_SELLERS}社までです` }),
);

const itemInput = {
  name: f.name,
  drawing_no: optional(f.drawing_no),
  drawing_revision: optional(f.drawing_revision),
  material: optional(f.material),
  surface: optional(f.surface),
  dimensions: optional(f.dimensions),
  order_unit: f.order_unit,
  unit: optional(f.unit),
  unit_weight: optional(f.unit_weight),
  pieces_per_set: optional(f.pieces_per_set),
  quantities: quantitiesInput,
  note: optional(f.note),
};

export const quoteInput = z.object({
  product_id: optional(f.product_id),
  ...itemInput,
  name: optional(f.name),
  order_unit: optional(f.order_unit),
  seller_ids: sellerIds,
  wish_date: optional(f.wish_date),
  deadline: f.deadline,
  is_sealed: f.is_sealed,
  tells_count: f.tells_count,
  person: optional(f.person),
  memo: optional(f.memo),
  target_price: optional(f.target_price),
  version: optionalVersion,
});
export type QuoteInput = z.output<typeof quoteInput>;

export const quoteKeys = z.object({ keys: z.array(key("見積依頼")).min(1).max(500) });
export const quoteAct = z.object({ version });
export const quoteExtension = z.object({ version, deadline: f.deadline });
export const quoteSellers = z.object({ version, seller_ids: sellerIds });
/** Asked before it is sent: it cannot be taken back from one of them. */
export const quoteSellersForm = quoteSellers.extend({
  confirmed: checkbox("確認").refine((value) => value, {
    error: "内容を確認して、チェックを付けてください",
  }),
});
export const quoteCancel = z.object({ version, reason: f.words.meta({ title: "取消の理由" }) });
export const quoteInner = z.object({ memo: optional(f.memo), target_price: optional(f.target_price) });
export const quoteAsk = z.object({ version, seller_id: f.seller_id, words: optional(f.words) });
export const quotePass = z.object({
  version,
  seller_id: f.seller_id,
  reason: f.passed_reason,
  words: optional(f.words),
  tell: checkbox("見送りを知らせる"),
});
/** `seen`: the figures that the page showed. */
export const awardInput = z.object({
  version,
  answer_key: key("回答"),
  num_items: f.num_items,
  seen: optionalText("確認した金額", 200),
});

/** 数量段階ごとの答え: a quantity without a price is not offered. */
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
