import holidays from "@holiday-jp/holiday_jp";
import { addDays, type ISODate, weekday } from "./date";

export const BANK_SHIFTS = ["none", "previous", "next"] as const;
export type BankShift = (typeof BANK_SHIFTS)[number];
export const BANK_SHIFT_LABEL: Record<BankShift, string> = {
  none: "そのまま",
  previous: "前営業日",
  next: "翌営業日",
};
export const BANK_SHIFT_OPTIONS = BANK_SHIFTS.map((value) => ({ value, label: BANK_SHIFT_LABEL[value] }));

/** R8-2: national holidays are known for 1970 to 2050. */
export function isBankClosed(d: ISODate): boolean {
  const monthDay = d.slice(5);
  const newYear = monthDay === "12-31" || monthDay <= "01-03";
  return newYear || weekday(d) % 6 === 0 || Object.hasOwn(holidays.holidays, d);
}

export const bankClosedText = (d: ISODate): string => (isBankClosed(d) ? "（銀行休業日）" : "");

export function addBankDays(d: ISODate, n: number): ISODate {
  const step = n < 0 ? -1 : 1;
  let left = Math.abs(n);
  let day = d;
  while (left > 0) {
    day = addDays(day, step);
    if (!isBankClosed(day)) left -= 1;
  }
  return day;
}

/** R4-4. */
export function shiftToBankDay(d: ISODate, shift: BankShift): ISODate {
  return shift === "none" || !isBankClosed(d) ? d : addBankDays(d, shift === "next" ? 1 : -1);
}
