import { decimal, milli } from "~/lib/money/decimal";
import { addDays, type ISODate } from "~/lib/time/date";
import type { OnTimeDay } from "~/lib/vocabulary/ontime";
import { ratio } from "./share";

type Counted = { due: number | null; kept: number | null };
/** Of few cards a day is 0 or 100 %; what is drawn through the days is each one's last seven together. */
export const SPAN_DAYS = 7;
function rollingRates(days: Counted[]): (string | null)[] {
  const sum = (part: Counted[], of: keyof Counted) => BigInt(part.reduce((n, one) => n + (one[of] ?? 0), 0));
  return days.map((_, at) => {
    const part = days.slice(at - SPAN_DAYS + 1, at + 1);
    return at + 1 < SPAN_DAYS ? null : ratio(sum(part, "kept"), sum(part, "due"), 1);
  });
}

type DueOfDay = Record<"num_due" | "num_kept" | "original_due" | "original_kept", number | null>;
/** Of each day by 約束納期 and by 基準納期. */
export function rollingOnTime(days: DueOfDay[]): [promised: string | null, original: string | null][] {
  const promised = rollingRates(days.map((day) => ({ due: day.num_due, kept: day.num_kept })));
  const original = rollingRates(days.map((day) => ({ due: day.original_due, kept: day.original_kept })));
  return days.map((_, at) => [promised[at]!, original[at]!]);
}

type Came = [day: ISODate, qty: string];

/**
 * When what of a card has come: with its 出荷, or where the pair counts by 納品 with each live 納品書. What is
 * not billed never stands on one, and counts by its 出荷.
 */
export function arrivals(
  { on_time_day, is_billing_target }: { on_time_day: OnTimeDay; is_billing_target: boolean },
  shipped: Came | null,
  delivered: Came[],
): Came[] {
  if (on_time_day === "delivered" && is_billing_target) return delivered;
  return shipped ? [shipped] : [];
}

type Due = { qty: string; due: ISODate; ships: Came[] };

/** 納期遵守: of what was due before `asof`, shipped or not; days, no time of day. Early is in time. */
export function onTime(cards: Due[], asof: ISODate) {
  const due = cards.filter((card) => card.due < asof);
  let [kept, ordered, shipped] = [0, 0n, 0n];
  for (const { qty, due: day, ships } of due) {
    const all = milli(qty);
    const sent = ships.reduce((sum, [at, num]) => (at <= day ? sum + milli(num) : sum), 0n);
    if (sent >= all) kept += 1;
    ordered += all;
    shipped += sent < all ? sent : all;
  }
  return {
    num_due: due.length,
    num_kept: kept,
    due_items: decimal(ordered),
    kept_items: decimal(shipped),
    rate: ratio(BigInt(kept), BigInt(due.length), 1),
    qty_rate: ratio(shipped, ordered, 1),
  };
}

/** Whole more than so many days before its 納期: in time all the same (decision 142). */
export function isEarly({ qty, due, ships }: Due, days: number): boolean {
  const before = addDays(due, -days);
  return ships.reduce((sum, [at, num]) => (at < before ? sum + milli(num) : sum), 0n) >= milli(qty);
}
