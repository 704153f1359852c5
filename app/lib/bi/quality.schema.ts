import { z } from "zod";
import { pageOf } from "~/lib/list/list.schema";
import { paging } from "~/lib/list/paging.schema";
import { optionalChoice, optionalKey, optionalText } from "~/lib/text/text.schema";
import { HOWS, judgement } from "~/lib/vocabulary/measurement";
import { recordKind } from "~/lib/vocabulary/record";
import { frozenLimits } from "./control.schema";
import { STEPS } from "./period";
import { statFilter } from "./stat.schema";

/** 版 of cards without one. */
export const NO_REVISION = "-";
const JUDGEMENTS = ["ok", "ng", "none"] as const;

export const qualityFilter = statFilter
  .pick({ period: true, from: true, to: true, step: true, product_id: true, group_id: true, worker_id: true })
  .extend({
    item_id: optionalKey("記録項目"),
    revision: optionalText("図面の版", 20),
    judgement: optionalChoice("判定", JUDGEMENTS),
    ...paging,
    sort: z.enum(["at", "-at"]).default("-at"),
  });
export type QualityFilter = z.output<typeof qualityFilter>;

export const qualityRow = z.object({
  key: z.number(),
  at: z.string(),
  card_key: z.number(),
  card_id: z.string(),
  product_code: z.string().nullable(),
  name: z.string(),
  status: z.string(),
  label: z.string(),
  kind: recordKind,
  unit: z.string().nullable(),
  digits: z.number().nullable(),
  lower_limit: z.string().nullable(),
  upper_limit: z.string().nullable(),
  value: z.string().nullable(),
  choice: z.string().nullable(),
  judgement: judgement.nullable(),
  how: z.enum(HOWS),
  /** What was recorded first, where something replaced it. */
  first_value: z.string().nullable(),
  first_choice: z.string().nullable(),
  num_photos: z.number(),
  /** A buyer is told neither. */
  worker: z.string().nullable(),
  note: z.string().nullable(),
});
export type QualityRow = z.infer<typeof qualityRow>;
export const qualityPage = pageOf(qualityRow);

/** What alone may be looked at as one: an item of a product at a process, by one edition of its drawing. */
const strand = z.object({
  item_id: z.number(),
  label: z.string(),
  kind: recordKind,
  unit: z.string().nullable(),
  product_id: z.number(),
  product: z.string(),
  group_id: z.number(),
  status: z.string(),
  revision: z.string(),
  n: z.number(),
  n_ng: z.number(),
});
export type Strand = z.infer<typeof strand>;

const point = z.object({
  at: z.string(),
  card_key: z.number(),
  card_id: z.string(),
  value: z.string(),
  is_outside: z.boolean(),
  is_out: z.boolean(),
  is_run: z.boolean(),
});

const single = z.object({
  digits: z.number().nullable(),
  lower_limit: z.string().nullable(),
  upper_limit: z.string().nullable(),
  /** The limits changed within: the last ones are reckoned with. */
  is_changed: z.boolean(),
  /** Of more the last so many, oldest first. */
  points: z.array(point),
  n: z.number(),
  mean: z.string().nullable(),
  s: z.string().nullable(),
  ucl: z.string().nullable(),
  lcl: z.string().nullable(),
  /** By whom the two were frozen: the points are held against these, and their mean. */
  frozen: frozenLimits,
  cp: z.string().nullable(),
  cpk: z.string().nullable(),
  range: z.array(z.string()).nullable(),
  pp: z.string().nullable(),
  ppk: z.string().nullable(),
  label: z.string().nullable(),
});
export type Single = z.infer<typeof single>;

const bucket = z.object({
  from: z.string(),
  to: z.string(),
  is_partial: z.boolean(),
  n: z.number(),
  n_ng: z.number(),
});

export const quality = z.object({
  period: z.object({ from: z.string(), to: z.string() }),
  step: z.enum(STEPS),
  n: z.number(),
  n_judged: z.number(),
  n_ng: z.number(),
  n_retested: z.number(),
  buckets: z.array(bucket),
  /** Most NG first; `strands_more`: there are others. */
  strands: z.array(strand),
  strands_more: z.boolean(),
  /** Null: not one alone, or no numbers. */
  single: single.nullable(),
  products: z.array(z.object({ id: z.number(), label: z.string() })),
  processes: z.array(z.object({ id: z.number(), label: z.string() })),
  items: z.array(z.object({ id: z.number(), label: z.string() })),
  revisions: z.array(z.string()),
});
export type Quality = z.infer<typeof quality>;
