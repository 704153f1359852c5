import { roundDiv, toYen } from "~/lib/money/amount";
import { formatYen } from "~/lib/money/decimal";
import { transitionalDeduction } from "~/lib/money/tax";
import { addDays, formatDate, type ISODate } from "~/lib/time/date";
import { dueDate, paymentPeriod, periodOf, type Terms } from "~/lib/time/period";
import type { ByRate } from "~/lib/vocabulary/document";
import type { BillKind, ExpenseAccount } from "~/lib/vocabulary/payable";
import type { Rounding } from "~/lib/vocabulary/rounding";
import type { Toriteki } from "~/lib/vocabulary/toriteki";

type Typed = {
  base_10?: number | undefined;
  tax_10?: number | undefined;
  base_8?: number | undefined;
  tax_8?: number | undefined;
  base_0?: number | undefined;
};

const taxOf = (base: number, rate: number, mode: Rounding) =>
  toYen(roundDiv(BigInt(base) * BigInt(rate), 100n, mode));

/** By rate as the paper says it; a tax that is not typed is reckoned. */
export function billRates(typed: Typed, mode: Rounding): ByRate[] {
  const rate = (tax_rate: number, base = 0, tax = taxOf(base, tax_rate, mode)) => ({ tax_rate, base, tax });
  return [
    rate(10, typed.base_10, typed.tax_10),
    rate(8, typed.base_8, typed.tax_8),
    rate(0, typed.base_0),
  ].filter(({ base, tax }) => base !== 0 || tax !== 0);
}

/** 値引・返品 is typed as its paper prints it, and lowers what is owed. */
export const signedRates = (rates: ByRate[], kind: BillKind): ByRate[] =>
  kind === "credit"
    ? rates.map(({ tax_rate, base, tax }) => ({ tax_rate, base: -base, tax: tax === 0 ? 0 : -tax }))
    : rates;

/** R2-12: less for who is protected wants a fault of theirs, whatever was agreed. */
export function creditProblem(
  { kind, is_their_fault }: { kind: BillKind; is_their_fault: boolean },
  toriteki: Toriteki,
): string | null {
  if (kind !== "credit" || toriteki !== "covered" || is_their_fault) return null;
  return "取適法の対象となる支払先です。支払先に責任のない値引・返品は、合意があってもできません。不良や納期遅れなど支払先に責任があるときは、チェックを付けて計上してください";
}

/** The same, where nobody has judged it. */
export const creditNote = (kind: BillKind, toriteki: Toriteki): string | null =>
  kind === "credit" && toriteki === "unknown"
    ? "取適法の対象か未確認の支払先です。対象のときは、支払先に責任のない値引・返品はできません。"
    : null;

/** The issuer's tax is taken as printed where it is off by a yen of a rate; more is asked about. */
export function taxProblems(rates: ByRate[], mode: Rounding): Record<string, string[]> {
  return Object.fromEntries(
    rates.flatMap(({ tax_rate, base, tax }) => {
      const ours = taxOf(base, tax_rate, mode);
      if (Math.abs(ours - tax) <= 1) return [];
      const text = `計算では${formatYen(ours)}です。請求書の記載を確認し、記載どおりに計上するときはチェックを付けてください`;
      return [[`tax_${tax_rate}`, [text]]];
    }),
  );
}

type Days = { bill_date: ISODate; received_date: ISODate; due_date: ISODate };

/** Days that no paper bears are refused, those that few bear asked about. */
export function dayProblems({ bill_date, received_date, due_date }: Days, today: ISODate) {
  const days = { bill_date, received_date, due_date };
  const ahead = { bill_date: 366, received_date: 366, due_date: 1096 };
  const wrong = Object.entries(days).flatMap(([name, day]) => {
    const [from, to] = [addDays(today, -3660), addDays(today, ahead[name as keyof Days])];
    if (day >= from && day <= to) return [];
    return [[name, [`${formatDate(from)}から${formatDate(to)}までの日付で入力してください`]]];
  });
  if (wrong.length > 0) return Object.fromEntries(wrong) as Record<string, string[]>;
  const old = [bill_date, received_date].some((day) => day < addDays(today, -731));
  const early = [bill_date, received_date].some((day) => day > today);
  if (!old && !early) return {};
  const said = `請求日は${formatDate(bill_date)}、受領日は${formatDate(received_date)}です。`;
  return { unusual_date: [`${said}この日付でよければ、チェックを付けてください`] };
}

/** R1-11: percent of the tax that may be deducted; null before the measure began. */
export const deductionOf = (registration_number: string | null, received: ISODate): number | null =>
  registration_number ? 100 : transitionalDeduction(received);

const CAP = 100_000_000;
const CAP_FROM = "2026-10-01";
/** R1-11: of one supplier without a number, what goes beyond 100 million yen a year gets nothing. */
export function capProblem(bought: number, day: ISODate): string | null {
  if (day < CAP_FROM || bought <= CAP) return null;
  return `登録番号のないこの支払先からの${day.slice(0, 4)}年の仕入は、${formatYen(bought)}（税込）です。1億円を超える分は、経過措置でも控除できません（2026年10月1日以後に始まる課税期間。ここでは暦年で数えています）`;
}

export const deductibleTax = (tax: number, percent: number | null): number =>
  Number((BigInt(tax) * BigInt(percent ?? 0)) / 100n);

export const deductionLabel = (percent: number | null): string =>
  percent === 100 ? "登録あり" : `登録なし（${percent ?? 0}%控除）`;

export const dueOf = (received: ISODate, terms: Terms): ISODate =>
  dueDate(paymentPeriod(periodOf(received, terms), terms).end, terms);

/** A 請求書 for 外注加工費 bills what was received up to the closing day; other papers nothing of ours (照合). */
export const coverOf = (
  { kind, account }: { kind: BillKind; account: ExpenseAccount },
  received: ISODate,
  terms: Terms,
): ISODate | null =>
  kind === "invoice" && account === "outsourcing"
    ? paymentPeriod(periodOf(received, terms), terms).end
    : null;
