import { roundDiv } from "~/lib/money/amount";
import { decimal, milli } from "~/lib/money/decimal";
import type { ISODate } from "~/lib/time/date";

type Terms = { threshold: string; target?: string | null; moq?: string | null; lot?: string | null };
type Waiting = {
  num: string;
  arriving: { date: ISODate | null; num: string }[];
  shipping: string;
  open_suggestion: string;
};

const most = (a: bigint, b: bigint) => (a > b ? a : b);

/** Only what comes by `horizon` (today + lead) helps; null: nothing is to be ordered. */
export function reorder(now: Waiting, { threshold, target, moq, lot }: Terms, horizon: ISODate) {
  const coming = now.arriving.filter(({ date }) => date !== null && date <= horizon);
  const position =
    coming.reduce((sum, one) => sum + milli(one.num), milli(now.num)) -
    milli(now.shipping) +
    milli(now.open_suggestion);
  if (position >= milli(threshold)) return { position: decimal(position), suggest: "0" };
  const step = milli(lot ?? "1");
  const aim = target == null ? milli(threshold) + step : milli(target);
  const needed = most(aim - position, milli(moq ?? "0"));
  return { position: decimal(position), suggest: decimal(roundDiv(needed, step, "ceil") * step) };
}

type Use = { used: string; days: number; lead_days: number; review_days: number; safety: string };

export function reorderPoint({ used, days, lead_days, review_days, safety }: Use) {
  const span = BigInt(lead_days + review_days);
  const needed = roundDiv(milli(used) * span, BigInt(days) * 1000n, "ceil") * 1000n;
  return {
    daily: decimal(roundDiv(milli(used), BigInt(days), "half_up")),
    threshold: decimal(needed + milli(safety)),
  };
}
