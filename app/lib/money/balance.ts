import { daysBetween, type ISODate } from "~/lib/time/date";
import type { Rounding } from "~/lib/vocabulary/rounding";
import { type TaxLine, type TaxTotals, taxByRate } from "./tax";

/** Yen; adjustment is what was waived (値引・手数料等). */
export type Carried = { prev_billed: number; received: number; adjustment: number };
type Summary = TaxTotals & { carried_over: number; billed_now: number };

/** R4-1: carried-over money is not taxed again. */
export function carryOver({ prev_billed, received, adjustment }: Carried, sales: TaxTotals): Summary {
  const carried_over = prev_billed - received - adjustment;
  return { ...sales, carried_over, billed_now: carried_over + sales.total };
}

export function summaryInvoice(input: Carried & { lines: TaxLine[]; rounding: Rounding }): Summary {
  return carryOver(input, taxByRate(input.lines, input.rounding));
}

const AGING_BUCKETS = ["期日前", "1-30", "31-60", "61-90", "91-"] as const;

/** R4-8: 年齢表 by due date. */
export function aging(
  due: ISODate,
  asof: ISODate,
): { days_overdue: number; bucket: (typeof AGING_BUCKETS)[number] } {
  const days_overdue = Math.max(0, daysBetween(due, asof));
  return { days_overdue, bucket: AGING_BUCKETS[Math.min(4, Math.ceil(days_overdue / 30))]! };
}
