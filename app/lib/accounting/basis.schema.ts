import { z } from "zod";
import { optionalInteger } from "~/lib/money/number.schema";
import { choice, code, version } from "~/lib/text/text.schema";
import { date } from "~/lib/time/date.schema";
import { BASES } from "~/lib/vocabulary/inspection";
import { ON_TIME_DAYS } from "~/lib/vocabulary/ontime";

export const basisPartner = z.object({ id: code("取引先", 40) });

export const basisChange = z.object({
  basis: choice("計上基準", BASES),
  from_date: date("適用開始日"),
  inspection_days: optionalInteger("みなし検収までの営業日数", 1, 60),
});
export type BasisChange = z.output<typeof basisChange>;

export const onTimeChange = z.object({ on_time_day: choice("納期遵守の日", ON_TIME_DAYS), version });
export type OnTimeChange = z.output<typeof onTimeChange>;

const basisRow = z.object({
  key: z.number(),
  from_date: z.string(),
  basis: z.enum(BASES),
  inspection_days: z.number().nullable(),
  set_by: z.string(),
  set_time: z.string(),
});
/** By side: `buyer` is the partner that this company delivers to. */
const basisSide = z.object({
  rows: z.array(basisRow),
  /** Closed up to this day: a change begins after it. */
  closed_end: z.string().nullable(),
  on_time_day: z.enum(ON_TIME_DAYS),
  version: z.number(),
  may_change: z.boolean(),
});
export const partnerBasis = z.object({ buyer: basisSide.nullable(), seller: basisSide.nullable() });
export type PartnerBasis = z.infer<typeof partnerBasis>;
