import {
  addDays,
  dateParts,
  daysBetween,
  formatDate,
  type ISODate,
  isoDate,
  monthEnd,
  shiftMonth,
} from "~/lib/time/date";
import { closingDay, dueDate, paymentPeriod, periodOf, type Terms, termsLabel } from "~/lib/time/period";
import { cashDay, type Means, meansLabel } from "./maturity";
import type { Toriteki } from "./toriteki";

/** R2-5: a shift past the two months is borne for two days, where it was agreed in writing. */
export const TERMS_VERDICTS = [
  "ok",
  "over_60_days_but_within_2_months",
  "postponed_by_up_to_2_days",
  "violation",
] as const;
export type TermsVerdict = (typeof TERMS_VERDICTS)[number];

function twoMonths(received: ISODate): ISODate {
  const { year, month, day } = dateParts(received);
  const ym = shiftMonth(year * 100 + month, 2);
  const [y, m] = [Math.floor(ym / 100), ym % 100];
  return day > monthEnd(y, m) ? isoDate(y, m, monthEnd(y, m)) : addDays(isoDate(y, m, day), -1);
}

/** R2-5: in days, the day of receipt being day 1. */
export function paymentCheck(
  received: ISODate,
  pay: ISODate,
  agreed: ISODate = pay,
): { days: number; verdict: TermsVerdict } {
  const days = daysBetween(received, pay) + 1;
  if (days <= 60) return { days, verdict: "ok" };
  if (pay <= twoMonths(received)) return { days, verdict: "over_60_days_but_within_2_months" };
  const postponed =
    agreed < pay && daysBetween(agreed, pay) <= 2 && paymentCheck(received, agreed).verdict !== "violation";
  return { days, verdict: postponed ? "postponed_by_up_to_2_days" : "violation" };
}

export function termsProblem(terms: Terms): string | null {
  return terms.pay_month === 0 && terms.pay_day < closingDay(terms)
    ? "支払日が締日より前になります。支払月または支払日を変更してください"
    : null;
}

/** 「末締め翌月末払い（銀行振込）」, as papers say it. */
export const paymentTerms = (terms: Terms, means: Means): string =>
  `${termsLabel(terms)}（${meansLabel(means)}）`;

export type Payment = { payment_due: ISODate; cash_day: ISODate; days: number; verdict: TermsVerdict };

export function paymentOf(received: ISODate, terms: Terms & Means): Payment {
  const closed = paymentPeriod(periodOf(received, terms), terms).end;
  const payment_due = dueDate(closed, terms);
  const cash_day = cashDay(payment_due, terms);
  return {
    payment_due,
    cash_day,
    ...paymentCheck(received, cash_day, cashDay(dueDate(closed, { ...terms, bank_shift: "none" }), terms)),
  };
}

/** R2-5, R2-7: the worst receipt day of 2026 and 2027, up to the day of cash. */
export function termsCheck(terms: Terms & Means): { max_days: number; verdict: TermsVerdict } {
  let max_days = 0;
  let worst = 0;
  // Of a period, whose payment is one day, the first receipt waits longest.
  for (let received = "2026-01-01"; received <= "2027-12-31"; ) {
    const closed = paymentPeriod(periodOf(received, terms), terms).end;
    const { days, verdict } = paymentOf(received, terms);
    max_days = Math.max(max_days, days);
    worst = Math.max(worst, TERMS_VERDICTS.indexOf(verdict));
    received = addDays(closed, 1);
  }
  return { max_days, verdict: TERMS_VERDICTS[worst]! };
}

/** R2-5, while the goods come in: what the terms make of a receipt on this day, where that is too late. */
export function receiptProblem(received: ISODate, terms: Terms & Means, toriteki: Toriteki): string | null {
  const { cash_day, days, verdict } = paymentOf(received, terms);
  if (toriteki === "exempt" || verdict !== "violation") return null;
  const limit = formatDate(addDays(received, 59));
  return `${formatDate(received)}に受け入れると、支払条件どおりでは${formatDate(cash_day)}（受領から${days}日目）の支払になります。取適法の対象となる取引では、60日目の${limit}までに支払ってください`;
}

/** R2-6: 14.6% a year from day 61 after receipt, in yen cut off. */
export function lateInterest(
  amount: number,
  received: ISODate,
  paid: ISODate,
): { interest_from: ISODate; days: number; interest: number } {
  const interest_from = addDays(received, 60);
  const days = Math.max(0, daysBetween(interest_from, paid) + 1);
  return { interest_from, days, interest: Number((BigInt(amount) * 146n * BigInt(days)) / 365_000n) };
}
