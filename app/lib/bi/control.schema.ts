import { z } from "zod";
import { integer } from "~/lib/money/number.schema";
import { choice, key, lines, text, versionOrNone } from "~/lib/text/text.schema";
import { optionalDate } from "~/lib/time/date.schema";

/** Below it nobody freezes what is 暫定. */
export const FROZEN_FROM = 25;

const CONTROL_ACTS = ["freeze", "release", "undo"] as const;
export const CONTROL_LABEL = { freeze: "固定", release: "解除", undo: "元に戻す" } as const;

/** What alone has limits of its own; 0: without a product of the master. */
const strand = {
  item_id: key("記録項目"),
  product_id: integer("商品", 0, Number.MAX_SAFE_INTEGER),
  group_id: integer("工程", 1, 98),
  revision: text("図面の版", 20),
};

export const controlQuery = z.object(strand);
export type ControlStrand = z.output<typeof controlQuery>;

export const controlling = z.object({
  ...strand,
  act: choice("操作", CONTROL_ACTS),
  /** What they are reckoned from; only for 固定. */
  from: optionalDate("期間（から）"),
  to: optionalDate("期間（まで）"),
  /** How many changes there were when it was looked at. */
  version: versionOrNone,
  reason: lines("理由", 400),
});
export type Controlling = z.output<typeof controlling>;

const frozen = z.object({
  from: z.string(),
  to: z.string(),
  n: z.number(),
  mean: z.string(),
  lcl: z.string(),
  ucl: z.string(),
  reason: z.string(),
  set_by: z.string(),
  set_time: z.string(),
});
export type Frozen = z.infer<typeof frozen>;
export const frozenLimits = frozen.nullable();

const change = z.object({
  seq: z.number(),
  act: z.enum(CONTROL_ACTS),
  limits: frozenLimits,
  reason: z.string(),
  set_by: z.string(),
  set_time: z.string(),
});
export type ControlChange = z.infer<typeof change>;

export const control = z.object({ version: z.number(), frozen: frozenLimits, changes: z.array(change) });
export type Control = z.infer<typeof control>;
