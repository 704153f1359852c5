import { z } from "zod";
import { rowKey, text } from "~/lib/text/text.schema";
import { unit } from "~/lib/vocabulary/card.schema";
import { party } from "~/lib/vocabulary/factory.schema";
import { judgement } from "~/lib/vocabulary/measurement";
import { recordKind } from "~/lib/vocabulary/record";

const CARDS_MAX = 100;

/** "12,15": a paper for each of these cards that has records. */
export const certificateQuery = z.object({
  cards: z.preprocess(
    (value) => (typeof value === "string" ? value.split(",") : value),
    z
      .array(rowKey, { error: "カードを選択してください" })
      .min(1, { error: "カードを選択してください" })
      .max(CARDS_MAX, { error: `カードは${CARDS_MAX}枚までです` }),
  ),
});

const entered = z.object({
  value: z.string().nullable(),
  choice: z.string().nullable(),
  judgement: judgement.nullable(),
});

const item = z.object({
  label: z.string(),
  status: z.string(),
  kind: recordKind,
  unit: z.string().nullable(),
  digits: z.number().nullable(),
  lower_limit: z.string().nullable(),
  upper_limit: z.string().nullable(),
  measured_time: z.string(),
  is_retested: z.boolean(),
  entered: z.array(entered),
});

const certificate = z.object({
  key: z.number(),
  id: z.string(),
  order_id: z.string().nullable(),
  product_code: z.string().nullable(),
  name: z.string(),
  drawing_no: z.string().nullable(),
  drawing_revision: z.string().nullable(),
  num_items: z.string(),
  order_unit: unit,
  items: z.array(item),
});
export type Certificate = z.infer<typeof certificate>;

/** `cards` without records have none. */
export const certificates = z.object({
  seller: party,
  buyer: party,
  is_shared: z.boolean(),
  cards: z.array(certificate),
});
export type Certificates = z.infer<typeof certificates>;

export const sharing = z.object({
  is_shared: z.preprocess((value) => value === true || value === "on", z.boolean()),
});
export const sharingState = z.object({
  is_shared: z.boolean(),
  set_by: z.string().nullable(),
  set_time: z.string().nullable(),
});
export const sharingPartner = z.object({ id: text("会社", 40) });
