import { BANK_SHIFT_LABEL, type BankShift, shiftToBankDay } from "./bankday";
import { addDays, dateParts, type ISODate, isoDate, monthEnd, shiftMonth } from "./date";

/**
 * Closing day (month end, or payment_date), then pay month (0 当月 .. 6) and pay day; days past a month's end
 * mean its last day.
 */
export type Terms = {
  is_payment_last_date: boolean;
  payment_date: number | null;
  pay_month: number;
  pay_day: number;
  /**
   * Where the money goes when banks are closed on that day; documents from before it was agreed say nothing
   * of it.
   */
  bank_shift?: BankShift;
};
export type Period = { start: ISODate; end: ISODate };

/** The day that a month closes on, 31 for month end. */
export const closingDay = ({
  is_payment_last_date,
  payment_date,
}: Pick<Terms, "is_payment_last_date" | "payment_date">): number =>
  is_payment_last_date || payment_date === null ? 31 : payment_date;
export const closingDayLabel = (day: number) => (day >= 31 ? "末日" : `${day}日`);

const closing = (ym: number, terms: Terms): ISODate => clamped(ym, closingDay(terms));

function clamped(ym: number, day: number): ISODate {
  const year = Math.floor(ym / 100);
  return isoDate(year, ym % 100, Math.min(day, monthEnd(year, ym % 100)));
}

/** The period named YYYYMM, ends included (R4-2). */
export function paymentPeriod(ym: number, terms: Terms): Period {
  return { start: addDays(closing(shiftMonth(ym, -1), terms), 1), end: closing(ym, terms) };
}

/** The YYYYMM of the period that holds a Tokyo date (R4-3). */
export function periodOf(date: ISODate, terms: Terms): number {
  const { year, month } = dateParts(date);
  const ym = year * 100 + month;
  return date <= closing(ym, terms) ? ym : shiftMonth(ym, 1);
}

/**
 * Payment due date of a period closed on that date, shifted from a bank holiday as agreed, but never to
 * before the closing (R4-4, R8-2).
 */
export function dueDate(closed: ISODate, terms: Terms): ISODate {
  const { year, month } = dateParts(closed);
  const agreed = clamped(shiftMonth(year * 100 + month, terms.pay_month), terms.pay_day);
  const shifted = shiftToBankDay(agreed, terms.bank_shift ?? "none");
  return shifted < closed ? agreed : shifted;
}

/** '2026/9/21 ~ 2026/10/20'. */
export function formatPeriod({ start, end }: Period): string {
  const short = (d: ISODate) => Object.values(dateParts(d)).join("/");
  return `${short(start)} ~ ${short(end)}`;
}

const shiftLabel = ({ bank_shift = "none" }: Terms) =>
  bank_shift === "none" ? "" : `・銀行休業日は${BANK_SHIFT_LABEL[bank_shift]}`;

/** '20日締め翌月20日払い', '末締め翌月末払い・銀行休業日は前営業日'. */
export function termsLabel(terms: Terms): string {
  const day = (n: number) => (n >= 31 ? "末" : `${n}日`);
  const month = ["当月", "翌月", "翌々月"][terms.pay_month] ?? `${terms.pay_month}か月後`;
  return `${day(closingDay(terms))}締め${month}${day(terms.pay_day)}払い${shiftLabel(terms)}`;
}
