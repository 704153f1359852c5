import { z } from "zod";
import { optionalInteger } from "~/lib/money/number.schema";
import { checkbox, optionalChoice, optionalCode } from "~/lib/text/text.schema";
import { optionalDate } from "~/lib/time/date.schema";
import { taskType, UNITS, unit } from "~/lib/vocabulary/card.schema";
import { PERIODS, STEPS } from "./period";

/** 依頼先 stands in for 依頼元 where a buyer looks. */
export const AXES = ["process", "product", "buyer", "worker", "partner", "seller"] as const;
export type Axis = (typeof AXES)[number];
export const AXIS_LABEL: Record<Axis, string> = {
  process: "工程",
  product: "商品",
  buyer: "依頼元",
  worker: "作業者",
  partner: "協力会社",
  seller: "依頼先",
};
/** A buyer sees what was shipped, never people, processes or other buyers. */
export const AXES_BY_SIDE = {
  seller: ["process", "product", "buyer", "worker", "partner"],
  buyer: ["product", "seller"],
} as const satisfies Record<string, readonly Axis[]>;

/** 着手 is the factory's alone. */
export const LEAD_STARTS = ["asked", "accepted", "started"] as const;
export const LEAD_START_LABEL = { asked: "依頼", accepted: "承諾", started: "着手" } as const;
export const LEAD_DAYS = ["calendar", "business"] as const;
export const LEAD_DAYS_LABEL = { calendar: "暦日", business: "営業日" } as const;
export type LeadStart = (typeof LEAD_STARTS)[number];
export type LeadDays = (typeof LEAD_DAYS)[number];

const TASK_TYPES = ["none", ...taskType.options] as const;

export const statFilter = z.object({
  period: z.preprocess((value) => value || "month", z.enum(PERIODS, { error: "期間を選択してください" })),
  /** Of `custom` alone. */
  from: optionalDate("期間（から）"),
  to: optionalDate("期間（まで）"),
  step: z.preprocess(
    (value) => value || "auto",
    z.enum(["auto", ...STEPS], { error: "刻みを選択してください" }),
  ),
  axis: optionalChoice("集計軸", AXES),
  group_id: optionalInteger("工程", 1, 98),
  /** 0: of no product of the master. */
  product_id: optionalInteger("商品", 0, Number.MAX_SAFE_INTEGER),
  buyer_id: optionalCode("依頼元", 40),
  seller_id: optionalCode("依頼先", 40),
  /** 0: nobody was named. */
  worker_id: optionalInteger("作業者", 0, Number.MAX_SAFE_INTEGER),
  partner_id: optionalCode("協力会社", 40),
  task_type: optionalChoice("種別", TASK_TYPES),
  /** Quantities of different units are never added up. Left out: the one with most 実績. */
  unit: optionalChoice("単位", UNITS),
  compare: checkbox("前期間と比べる"),
  /** Left out: from 依頼, in 暦日. */
  lead_from: optionalChoice("リードタイムの起点", LEAD_STARTS),
  lead_days: optionalChoice("リードタイムの日数", LEAD_DAYS),
});
export type StatFilter = z.output<typeof statFilter>;

const days = z.object({ from: z.string(), to: z.string() });
const quantity = z.string();

/**
 * `unit` alone in quantities; everything else of all units. Null: there is no such figure. Of processes,
 * people and partners there are none of cards as such; a buyer sees these alone.
 */
const figures = z.object({
  num_good: quantity.nullable(),
  num_defective: quantity.nullable(),
  defect_rate: z.string().nullable(),
  /** 直行率 and 最終良品率 of one process; of all that is looked at, 総直行率. */
  fpy: z.string().nullable(),
  final_rate: z.string().nullable(),
  minutes: z.number().nullable(),
  /** Of 無人運転; null: none. */
  machine_minutes: z.number().nullable(),
  per_hour: z.string().nullable(),
  /** 標準時間 of work whose product has one; 達成率 in %: 標準 ÷ (実働 + 機械時間) of it. */
  standard_minutes: z.string().nullable(),
  achieved: z.string().nullable(),
  /** How often a card went on from a process. */
  num_passed: z.number().nullable(),
  wait_minutes: z.number().nullable(),
  work_minutes: z.number().nullable(),
  /** How often with a known 勤務時間, and the waiting within it. */
  num_shift_stays: z.number().nullable(),
  shift_wait_minutes: z.number().nullable(),
  stay_days: z.string().nullable(),
  /** 完了カード: shipped. */
  num_cards: z.number().nullable(),
  num_shipped: quantity.nullable(),
  num_due: z.number().nullable(),
  num_kept: z.number().nullable(),
  on_time: z.string().nullable(),
  on_time_items: z.string().nullable(),
  original_due: z.number().nullable(),
  original_kept: z.number().nullable(),
  original_on_time: z.string().nullable(),
  original_on_time_items: z.string().nullable(),
  /** For those who see amounts. */
  price: z.number().nullable(),
});
export type Figures = z.infer<typeof figures>;

const tile = z.object({
  name: z.enum([
    "num_good",
    "num_defective",
    "num_cards",
    "minutes",
    "per_hour",
    "on_time",
    "lead_time",
    "price",
  ]),
  label: z.string(),
  /** As it is shown; null: no figure (「―」). */
  value: z.string().nullable(),
  /** Smaller, below: the second of two figures of a tile. */
  beside: z.string().nullable(),
  /** Below these, of what is missing from the figure. */
  note: z.string().nullable(),
  previous: z.string().nullable(),
  /** "+12.5"; null where there are too few or none before. */
  change: z.string().nullable(),
  /** ⓘ: how it is reckoned, of how many, and what is left out. */
  formula: z.string(),
  denominator: z.string(),
  excluded: z.array(z.object({ label: z.string(), n: z.number() })),
});
export type StatTile = z.infer<typeof tile>;

const bucket = days.extend({ is_partial: z.boolean() });
const axisId = z.string();

export const statRow = figures.extend({ id: axisId, label: z.string() });
export type StatRow = z.infer<typeof statRow>;

const standardRow = z.object({
  id: axisId,
  label: z.string(),
  standard_minutes: z.number(),
  minutes: z.number(),
  num_works: z.number(),
  achieved: z.string(),
});
export type StandardRow = z.infer<typeof standardRow>;

export const stat = z.object({
  period: days,
  previous: days.nullable(),
  step: z.enum(STEPS),
  axis: z.enum(AXES),
  axes: z.array(z.enum(AXES)),
  unit,
  /** With 実績 in the period. */
  units: z.array(unit),
  buckets: z.array(bucket),
  is_empty: z.boolean(),
  total: figures,
  total_before: figures.nullable(),
  lead: z.object({
    from: z.enum(LEAD_STARTS),
    days: z.enum(LEAD_DAYS),
    n: z.number(),
    mean: z.string().nullable(),
    median: z.string().nullable(),
    p85: z.number().nullable(),
    longest: z.number().nullable(),
    /** Still here: they are missing from it. */
    open_cards: z.number(),
    open_longest: z.number().nullable(),
    counted: z.array(z.object({ days: z.number(), n: z.number() })),
  }),
  /** Of those that were kept, how many came more than `days` early; null: the company looks for none. */
  early: z.object({ days: z.number(), n: z.number() }).nullable(),
  /** 後日訂正: what corrections changed of this period after it was over. */
  late: z.object({ num_good: quantity, num_defective: quantity, n: z.number() }).nullable(),
  tiles: z.array(tile),
  /** ① By axis, the largest five and その他, a value for each bucket. */
  trend: z.array(z.object({ id: axisId.nullable(), label: z.string(), values: z.array(quantity) })),
  /** ② and ④, in the order of the board. */
  processes: z.array(
    figures
      .pick({
        num_good: true,
        num_defective: true,
        defect_rate: true,
        fpy: true,
        final_rate: true,
        num_passed: true,
        wait_minutes: true,
        work_minutes: true,
        num_shift_stays: true,
        shift_wait_minutes: true,
      })
      .extend({ group_id: z.number(), label: z.string() }),
  ),
  /** 予定と実績: of `n` products with five 実績 and a 標準時間, those of the best and worst 達成率. */
  standard: z.object({ n: z.number(), best: z.array(standardRow), worst: z.array(standardRow) }).nullable(),
  /** ③ A value for each bucket. */
  on_time: z.array(
    figures.pick({
      num_due: true,
      num_kept: true,
      on_time: true,
      on_time_items: true,
      original_due: true,
      original_kept: true,
      original_on_time: true,
    }),
  ),
  /** The largest come first; `rows_more` others are summed up in the last one, そのほか. */
  rows: z.array(statRow),
  rows_more: z.number(),
});
export type Stat = z.infer<typeof stat>;
