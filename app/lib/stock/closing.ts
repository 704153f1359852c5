import { decimal, milli } from "~/lib/money/decimal";
import type { ISODate } from "~/lib/time/date";
import { monthCorrection } from "./value";

type Step = { qty: string; value: number; stock_value: number };
type Dated = { num: string; effective_date: ISODate };

/** What there was at the end of a day, and what all that had gone out by then was worth. */
export type Standing = { num: string; stock_value: number; out_total: number };
export const NONE: Standing = { num: "0", stock_value: 0, out_total: 0 };

export function standingAt(moves: Dated[], steps: Step[], end: ISODate): Standing {
  let at: Standing = NONE;
  for (const [index, { effective_date, num }] of moves.entries()) {
    if (effective_date > end) break;
    const { qty, value, stock_value } = steps[index]!;
    at = { num: qty, stock_value, out_total: at.out_total - (num.startsWith("-") ? value : 0) };
  }
  return at;
}

export type Corrected = { num: string; value: number; cost: number };
const less = (a: string, b: string) => decimal(milli(a) - milli(b));
const more = (a: string, b: string) => decimal(milli(a) + milli(b));

/** R12-2: what a closed month would end with by now, beyond what it was closed with and corrected by. */
export function drift(frozen: Standing, corrected: Corrected, now: Standing): Corrected | null {
  const num = less(now.num, more(frozen.num, corrected.num));
  const value = monthCorrection(frozen.stock_value + corrected.value, now.stock_value);
  const cost = monthCorrection(frozen.out_total + corrected.cost, now.out_total);
  return num === "0" && value === 0 && cost === 0 ? null : { num, value, cost };
}

/** A product's month: it begins with what the month before was closed with, and with what corrects that. */
export function monthOf(
  { moves, steps }: { moves: Dated[]; steps: Step[] },
  [start, end]: [ISODate, ISODate],
  before: Standing,
  corrected: Corrected,
) {
  const { num, stock_value, out_total } = standingAt(moves, steps, end);
  let [num_in, num_out, value_in, value_out] = [0n, 0n, 0, 0];
  for (const [at, { effective_date, num: moved }] of moves.entries()) {
    if (effective_date < start || effective_date > end) continue;
    if (moved.startsWith("-")) {
      num_out -= milli(moved);
      value_out -= steps[at]!.value;
    } else {
      num_in += milli(moved);
      value_in += steps[at]!.value;
    }
  }
  return {
    start_num: before.num,
    start_value: before.stock_value,
    num_corrected: corrected.num,
    value_corrected: corrected.value,
    num_in: decimal(num_in),
    value_in,
    num_out: decimal(num_out),
    value_out,
    variance: stock_value - before.stock_value - corrected.value - value_in + value_out,
    num,
    stock_value,
    out_total,
  };
}
export type MonthRow = ReturnType<typeof monthOf>;

/** Nothing has moved in it. */
export const stillMonth = (before: Standing, corrected: Corrected): MonthRow => ({
  start_num: before.num,
  start_value: before.stock_value,
  num_corrected: corrected.num,
  value_corrected: corrected.value,
  num_in: "0",
  value_in: 0,
  num_out: "0",
  value_out: 0,
  variance: 0,
  num: more(before.num, corrected.num),
  stock_value: before.stock_value + corrected.value,
  out_total: before.out_total + corrected.cost,
});

export const isEmpty = ({ start_num, start_value, num_in, num_out, num, stock_value }: MonthRow): boolean =>
  start_value === 0 && stock_value === 0 && [start_num, num_in, num_out, num].every((one) => one === "0");
