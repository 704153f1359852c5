import { addDays, dateParts, daysBetween, isoDate, monthEnd, shiftMonth, type ISODate } from "~/lib/time/date";
import { dueDate, paymentPeriod, periodOf, type Terms } from "~/lib/time/period";
import { cashDay, type Means } from "./maturity";

export type TermsVerdict = "ok" | "over_60_days_but_within_2_months" | "violation";

const WORSE: TermsVerdict[] = ["ok", "over_60_days_but_within_2_months", "violation"];

function twoMonths(received: ISODate): ISODate {
  const { year, month, day } = dateParts(received);
  const ym = shiftMonth(year * 100 + month, 2);
  const [y, m] = [Math.floor(ym / 100), ym % 100];
  return day > monthEnd(y, m) ? isoDate(y, m, monthEnd(y, m)) : addDays(isoDate(y, m, day), -1);
}

/** Days from receipt to payment, the day of receipt being day 1, and what 取適法 says of them (R2-5). */
export function paymentCheck(received: ISODate, pay: ISODate): { days: number; verdict: TermsVerdict } {
  const days = daysBetween(received, pay) + 1;
  if (days <= 60) return { days, verdict: "ok" };
  return { days, verdict: pay <= twoMonths(received) ? "over_60_days_but_within_2_months" : "violation" };
}

/** The sentence for terms that would ask for payment before the period is closed, or null. */
export function termsProblem(terms: Terms): string | null {
  const day = terms.is_payment_last_date ? 31 : (terms.payment_date ?? 31);
  return terms.pay_month === 0 && terms.pay_day < Math.min(day, 28) ? "支払日が締日より前になります。支払月または支払日を変更してください" : null;
}

/** The worst case of payment terms over every receipt day of 2026 and 2027, up to the day of cash: for when terms are saved (R2-5, R2-7). */
export function termsCheck(terms: Terms & Means): { max_days: number; verdict: TermsVerdict } {
  let max_days = 0;
  let worst = 0;
  // Of a period, whose payment is one day, the first receipt waits longest.
  for (let received = "2026-01-01"; received <= "2027-12-31";) {
    const closed = paymentPeriod(periodOf(received, terms), terms).end;
    const { days, verdict } = paymentCheck(received, cashDay(dueDate(closed, terms), terms));
    max_days = Math.max(max_days, days);
    worst = Math.max(worst, WORSE.indexOf(verdict));
    received = addDays(closed, 1);
  }
  return { max_days, verdict: WORSE[worst]! };
}

/** Interest of 14.6% a year from day 61 after receipt to the day of payment, in yen cut off (R2-6). */
export function lateInterest(amount: number, received: ISODate, paid: ISODate): { interest_from: ISODate; days: number; interest: number } {
  const interest_from = addDays(received, 60);
  const days = Math.max(0, daysBetween(interest_from, paid) + 1);
  return { interest_from, days, interest: Number((BigInt(amount) * 146n * BigInt(days)) / 365_000n) };
}
