import { BANK_SHIFT_LABEL, type BankShift, shiftToBankDay } from "./bankday";
import { addDays, dateParts, type ISODate, isoDate, monthEnd, shiftMonth } from "./date";

/** pay_month 0 is 当月, up to 6; days past a month's end mean its last day. */
export type Terms = {
  is_payment_last_date: boolean;
  payment_date: number | null;
  pay_month: number;
  pay_day: number;
  bank_shift?: BankShift;
};
/** 月末締め翌月末払い. */
export const MONTH_END: Terms = {
  is_payment_last_date: true,
  payment_date: null,
  pay_month: 1,
  pay_day: 31,
};
export type Period = { start: ISODate; end: ISODate };

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

export function paymentPeriod(ym: number, terms: Terms): Period {
  return { start: addDays(closing(shiftMonth(ym, -1), terms), 1), end: closing(ym, terms) };
}

export function periodOf(date: ISODate, terms: Terms): number {
  const { year, month } = dateParts(date);
  const ym = year * 100 + month;
  return date <= closing(ym, terms) ? ym : shiftMonth(ym, 1);
}

/** R4-4, R8-2: never moved to before the closing. */
export function dueDate(closed: ISODate, terms: Terms): ISODate {
  const { year, month } = dateParts(closed);
  const agreed = clamped(shiftMonth(year * 100 + month, terms.pay_month), terms.pay_day);
  const shifted = shiftToBankDay(agreed, terms.bank_shift ?? "none");
  return shifted < closed ? agreed : shifted;
}

export function formatPeriod({ start, end }: Period): string {
  const short = (d: ISODate) => Object.values(dateParts(d)).join("/");
  return `${short(start)} ~ ${short(end)}`;
}

const shiftLabel = ({ bank_shift = "none" }: Terms) =>
  bank_shift === "none" ? "" : `・銀行休業日は${BANK_SHIFT_LABEL[bank_shift]}`;

export function termsLabel(terms: Terms): string {
  const day = (n: number) => (n >= 31 ? "末" : `${n}日`);
  const month = ["当月", "翌月", "翌々月"][terms.pay_month] ?? `${terms.pay_month}か月後`;
  return `${day(closingDay(terms))}締め${month}${day(terms.pay_day)}払い${shiftLabel(terms)}`;
}
