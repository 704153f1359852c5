import { z } from "zod";
import { compareDecimal, normalizeNumber } from "~/lib/money/decimal";
import { fileKeysUpTo, MAX_FILES, MAX_LINES } from "~/lib/order/order.schema";
import {
  checkbox,
  key,
  optional,
  optionalText,
  optionalVersion,
  text,
  unchosenText,
  version,
} from "~/lib/text/text.schema";
import { quoteFields as f, MAX_BATCH, MAX_QUANTITIES, MAX_SELLERS } from "./quote.fields";

export const quoteKey = z.object({ key: key("見積依頼") });

export const said = (value: unknown) => value !== undefined && value !== null && value !== "";
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

export const itemInput = {
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

const askedHead = {
  seller_ids: sellerIds,
  destination: optional(f.destination),
  deadline: f.deadline,
  is_sealed: f.is_sealed,
  tells_count: f.tells_count,
  person: optional(f.person),
  memo: optional(f.memo),
};

/** `order_files`: of an order's draft, to go with it. */
export const quoteInput = z.object({
  product_id: optional(f.product_id),
  ...itemInput,
  name: optional(f.name),
  order_unit: optional(f.order_unit),
  ...askedHead,
  wish_date: optional(f.wish_date),
  target_price: optional(f.target_price),
  order_files: fileKeysUpTo(2 * MAX_FILES),
  version: optionalVersion,
});
export type QuoteInput = z.output<typeof quoteInput>;

/** Of several lines at once: a request each, as each has a drawing of its own. */
export const quoteBatch = z.object({
  ...askedHead,
  items: z
    .array(
      quoteInput.omit({
        seller_ids: true,
        destination: true,
        deadline: true,
        is_sealed: true,
        tells_count: true,
        person: true,
        memo: true,
        version: true,
      }),
    )
    .min(1, { error: unchosenText("明細") })
    .max(MAX_BATCH, { error: `一度に${MAX_BATCH}行までです` }),
});
const lineNumber = z.coerce.number().int().min(0).max(MAX_LINES);
export const quoteLines = z.object({
  ...askedHead,
  draft_key: key("下書き"),
  draft_version: version,
  lines: z.preprocess(
    (value) => [...new Set(listed(value))],
    z
      .array(lineNumber)
      .min(1, { error: unchosenText("明細") })
      .max(MAX_BATCH, { error: `一度に${MAX_BATCH}行までです` }),
  ),
});

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
export const quoteCancel = z.object({ version, reason: text("取消の理由", 300) });
export const quoteInner = z.object({
  memo: optional(f.memo),
  target_price: optional(f.target_price),
  /** Of these two alone: what is done with the request meanwhile is no reason to refuse them. */
  version: optionalText("版", 40),
});
export const quoteAsk = z.object({ version, seller_id: f.seller_id, words: optional(f.words) });
export const quotePass = z.object({
  version,
  seller_id: f.seller_id,
  reason: f.passed_reason,
  words: optional(f.words),
  tell: checkbox("見送りを知らせる"),
  /** The same for all who are neither chosen nor passed over yet and have not declined. */
  others: checkbox("ほかの依頼先も"),
});
/** `seen`: the figures that the page showed. */
export const awardInput = z.object({
  version,
  answer_key: key("回答"),
  num_items: f.num_items,
  seen: optionalText("確認した金額", 200),
});
