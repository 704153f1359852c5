import { z } from "zod";
import { pageOf } from "~/lib/list/list.schema";
import { paging } from "~/lib/list/paging.schema";
import { optionalInteger } from "~/lib/money/number.schema";
import { optionalChoice } from "~/lib/text/text.schema";
import { unit } from "~/lib/vocabulary/card.schema";
import { TREATMENTS, treatment } from "~/lib/vocabulary/reason";
import { PERIODS, STEPS } from "./period";
import { statFilter } from "./stat.schema";

export const STATES = ["open", "doing", "done"] as const;
export const STATE_LABEL: Record<(typeof STATES)[number], string> = {
  open: "未処置",
  doing: "処置中",
  done: "完了",
};
const SIDES = ["inside", "outside"] as const;
export const SIDE_LABEL: Record<(typeof SIDES)[number], string> = { inside: "社内", outside: "外注" };
export const MEASURES = ["num", "loss", "n"] as const;
export type Measure = (typeof MEASURES)[number];
export const MEASURE_LABEL: Record<Measure, string> = { num: "数量", loss: "損失金額", n: "件数" };

/** As a reason: what a 変更依頼 scrapped. */
export const SCRAPPED = -1;

export const defectiveFilter = statFilter.omit({ compare: true, axis: true, seller_id: true }).extend({
  /** This month, unless it is said or days are. */
  period: optionalChoice("期間", PERIODS),
  /** Left out: all processes, 外注 too. */
  side: optionalChoice("社内・外注", SIDES),
  /** 0: without. */
  reason_id: optionalInteger("理由", SCRAPPED, Number.MAX_SAFE_INTEGER),
  treatment: optionalChoice("処置", ["none", ...TREATMENTS] as const),
  state: optionalChoice("状態", STATES),
  by: optionalChoice("パレートの基準", MEASURES),
});
export type DefectiveFilter = z.output<typeof defectiveFilter>;
export const defectivePaging = defectiveFilter.extend({
  ...paging,
  sort: z.enum(["at", "-at"]).default("-at"),
});

const quantity = z.string();
export const defectiveRow = z.object({
  row_key: z.string(),
  /** "w12:3.5": the row and how many it had when it was seen. */
  tick: z.string(),
  at: z.string(),
  card_key: z.number(),
  card_id: z.string(),
  parent_key: z.number().nullable(),
  parent_id: z.string().nullable(),
  name: z.string(),
  product_code: z.string().nullable(),
  buyer_id: z.string(),
  buyer_name: z.string(),
  status: z.string(),
  worker: z.string().nullable(),
  partner: z.string().nullable(),
  order_unit: unit,
  /** What was found; of 特採 nothing of it is defective. */
  num: quantity,
  num_defective: quantity,
  /** Of the 実績, or of the card where it was found later. */
  num_total: quantity,
  defect_rate: z.string().nullable(),
  reason: z.string().nullable(),
  treatment: treatment.nullable(),
  treatment_label: z.string().nullable(),
  child_key: z.number().nullable(),
  child_id: z.string().nullable(),
  state: z.enum(STATES),
  /** For those who see amounts; null without a price. */
  loss: z.number().nullable(),
  photo: z.string().nullable(),
  photos: z.number(),
  note: z.string().nullable(),
});
export type DefectiveRow = z.infer<typeof defectiveRow>;
export const defectivePage = pageOf(defectiveRow);

const days = z.object({ from: z.string(), to: z.string() });
const choice = z.object({ value: z.string(), label: z.string() });

export const defectiveSummary = z.object({
  period: days,
  step: z.enum(STEPS),
  unit,
  units: z.array(unit),
  /** Of `unit`; `others`: rows in another. */
  total: z.object({
    n: z.number(),
    others: z.number(),
    num_defective: quantity,
    num_outside: quantity,
    num_conceded: quantity,
    defect_rate: z.string().nullable(),
    loss: z.number().nullable(),
    unpriced: z.number(),
  }),
  by: z.enum(MEASURES),
  causes: z.array(
    z.object({
      id: z.number().nullable(),
      label: z.string(),
      value: z.number(),
      cumulative: z.string().nullable(),
      is_rest: z.boolean(),
    }),
  ),
  treatments: z.array(
    z.object({ treatment: treatment.nullable(), label: z.string(), value: z.number(), share: z.string() }),
  ),
  processes: z.array(
    z.object({
      group_id: z.number(),
      label: z.string(),
      num_defective: quantity,
      defect_rate: z.string().nullable(),
    }),
  ),
  buckets: z.array(
    days.extend({ is_partial: z.boolean(), num_defective: quantity, defect_rate: z.string().nullable() }),
  ),
  choices: z.object({
    group_id: z.array(choice),
    reason_id: z.array(choice),
    product_id: z.array(choice),
  }),
});
export type DefectiveSummary = z.infer<typeof defectiveSummary>;
