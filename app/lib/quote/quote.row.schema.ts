import { z } from "zod";
import { fileRow } from "~/lib/file/file.schema";
import { unit } from "~/lib/vocabulary/card.schema";
import { rounding } from "~/lib/vocabulary/document";
import { party } from "~/lib/vocabulary/factory.schema";
import { DECLINE_REASONS, PASS_REASONS, TOOLING_OWNERS } from "~/lib/vocabulary/quote";
import { buyerAward, quoteAward } from "./award.row.schema";
import { QUOTE_STATUS, RECEIVED_STATUS } from "./quote.status";

const item = {
  key: z.number(),
  number: z.string().nullable(),
  request_date: z.string(),
  name: z.string(),
  drawing_no: z.string().nullable(),
  drawing_revision: z.string().nullable(),
  order_unit: unit,
  quantities: z.array(z.string()),
  deadline: z.string().nullable(),
};

export const quoteRow = z.object({
  ...item,
  status: z.enum(QUOTE_STATUS),
  is_offer: z.boolean(),
  sellers: z.array(z.string()),
  num_sellers: z.number(),
  num_answered: z.number(),
  num_declined: z.number(),
  /** Null while nobody has answered, or the answers are sealed. */
  unit_price: z.string().nullable(),
  lead_days: z.number().nullable(),
  num_unread: z.number(),
  days_left: z.number().nullable(),
  thumb: z.string().nullable(),
});
export type QuoteRow = z.infer<typeof quoteRow>;

export const receivedRow = z.object({
  ...item,
  status: z.enum(RECEIVED_STATUS),
  is_offer: z.boolean(),
  buyer_id: z.string(),
  buyer_name: z.string(),
  version: z.number().nullable(),
  valid_until: z.string().nullable(),
  days_left: z.number().nullable(),
});
export type ReceivedRow = z.infer<typeof receivedRow>;

const tier = z.object({ min_quantity: z.string(), unit_price: z.string().nullable() });
const answerLine = z.object({
  quantity: z.string(),
  unit_price: z.string(),
  lead_days: z.number(),
  shipping: z.number(),
  price: z.number().nullable(),
  /** On the factory's calendar, were it chosen today. */
  delivery_date: z.string(),
  days_late: z.number().nullable(),
});
export const quoteAnswer = z.object({
  key: z.number(),
  version: z.number(),
  sent_time: z.string(),
  person: z.string().nullable(),
  seller: party,
  valid_until: z.string(),
  is_expired: z.boolean(),
  tooling: z.number(),
  tooling_owner: z.enum(TOOLING_OWNERS).nullable(),
  other: z.number(),
  /** With all that comes to it; null where several quantities were answered. */
  subtotal: z.number().nullable(),
  comment: z.string().nullable(),
  payment_terms: z.string().nullable(),
  is_late: z.boolean(),
  is_renewed: z.boolean(),
  withdrawn_time: z.string().nullable(),
  withdrawn_words: z.string().nullable(),
  /** The newest that is not taken back. */
  is_live: z.boolean(),
  lines: z.array(answerLine),
  files: z.array(fileRow),
});
export type QuoteAnswer = z.infer<typeof quoteAnswer>;

export const quoteFacts = {
  ...item,
  material: z.string().nullable(),
  surface: z.string().nullable(),
  dimensions: z.string().nullable(),
  unit,
  unit_weight: z.string().nullable(),
  pieces_per_set: z.string().nullable(),
  note: z.string().nullable(),
  wish_date: z.string().nullable(),
  destination: z.string().nullable(),
  is_offer: z.boolean(),
  person: z.string().nullable(),
  buyer: party,
  sent_time: z.string().nullable(),
  closed_time: z.string().nullable(),
  cancelled_time: z.string().nullable(),
  cancel_reason: z.string().nullable(),
  files: z.array(fileRow),
};

/** 版 of what one factory was asked: each 延長 of its day, on `changed_date`, is one more. */
export const quotePaper = {
  paper_version: z.number(),
  changed_date: z.string().nullable(),
  seller: party.nullable(),
};

const declined = {
  declined_time: z.string().nullable(),
  declined_reason: z.enum(DECLINE_REASONS).nullable(),
  declined_words: z.string().nullable(),
};

const quotePart = z.object({
  key: z.number(),
  seller_id: z.string(),
  seller_name: z.string(),
  payment_terms: z.string().nullable(),
  ...quotePaper,
  product_id: z.number().nullable(),
  viewed_time: z.string().nullable(),
  seen_time: z.string().nullable(),
  reminded_time: z.string().nullable(),
  asked_time: z.string().nullable(),
  asked_words: z.string().nullable(),
  passed_time: z.string().nullable(),
  passed_reason: z.enum(PASS_REASONS).nullable(),
  passed_words: z.string().nullable(),
  told_time: z.string().nullable(),
  ...declined,
  /** Whether the figures may be seen yet; that there is an answer is told at once. */
  num_answers: z.number(),
  is_unread: z.boolean(),
  rounding,
  /** Today's price list, to compare with. */
  before: z.array(tier),
  answers: z.array(quoteAnswer),
});
export type QuotePart = z.infer<typeof quotePart>;

export const quoteDetail = z.object({
  ...quoteFacts,
  /** The buyer's alone: it counts what is done with all who are asked. */
  version: z.number(),
  status: z.enum(QUOTE_STATUS),
  product_id: z.number().nullable(),
  is_sealed: z.boolean(),
  tells_count: z.boolean(),
  /** Sealed and before its deadline: figures are not shown yet. */
  is_shut: z.boolean(),
  /** A seal that is broken stays so, also when the deadline is moved. */
  opened_time: z.string().nullable(),
  memo: z.string().nullable(),
  target_price: z.string().nullable(),
  inner_version: z.string(),
  parts: z.array(quotePart),
  awards: z.array(buyerAward),
});
export type QuoteDetail = z.infer<typeof quoteDetail>;

export const received = z.object({
  ...quoteFacts,
  status: z.enum(RECEIVED_STATUS),
  buyer_id: z.string(),
  seller_name: z.string(),
  payment_terms: z.string().nullable(),
  ...quotePaper,
  num_sellers: z.number().nullable(),
  viewed_time: z.string().nullable(),
  asked_time: z.string().nullable(),
  asked_words: z.string().nullable(),
  passed_reason: z.enum(PASS_REASONS).nullable(),
  passed_words: z.string().nullable(),
  ...declined,
  may_decline: z.boolean(),
  may_renew: z.boolean(),
  may_return: z.boolean(),
  /** Why no answer can be sent now. */
  problem: z.string().nullable(),
  product: z.object({ product_id: z.number(), code: z.string(), name: z.string() }).nullable(),
  before: z.array(tier),
  before_from: z.string().nullable(),
  /** 実績: minutes of work a piece of what was last made of it. */
  minutes: z.string().nullable(),
  minutes_from: z.string().nullable(),
  /** What that work cost, by process at today's 時間単価; null where none has one. */
  cost: z
    .object({
      each: z.string(),
      yen: z.number(),
      num_good: z.string(),
      rows: z.array(
        z.object({ label: z.string(), minutes: z.number(), hourly_rate: z.number(), yen: z.number() }),
      ),
      missing: z.array(z.string()),
    })
    .nullable(),
  draft: z.record(z.string(), z.unknown()).nullable(),
  draft_version: z.number(),
  draft_saved: z.object({ by: z.string(), at: z.string() }).nullable(),
  draft_files: z.array(fileRow),
  answers: z.array(quoteAnswer),
  awards: z.array(quoteAward),
});
export type Received = z.infer<typeof received>;

export const quoteMade = z.object({ key: z.number(), number: z.string().nullable() });
export const quotesMade = z.object({ keys: z.array(z.number()) });
export const quoteDone = z.object({ key: z.number(), version: z.number() });
export const quoteViewed = z.object({ key: z.number() });
export const counted = z.object({ num: z.number() });
export const answerSent = z.object({ key: z.number(), version: z.number(), is_late: z.boolean() });
