import { formatNumber } from "~/lib/money/decimal";
import type { ISODate } from "~/lib/time/date";

export type OpenInvoice = {
  key: number;
  number: string;
  buyer_id: string;
  invoice_date: ISODate;
  due_date: ISODate;
  open: number;
};
export type Partner = {
  buyer_id: string;
  name: string;
  names: string[];
  fees: number[];
  fee_note: string | null;
};
export type Part = { invoice_key: number; number: string; amount: number };

/** From 0 to 1,100 yen short is what banks take for a transfer. */
const MOST_FEE = 1_100;
const OLDEST = 4;
const MOST_PARTS = 6;
const LOOKED_AT = 14;

export const whole = (invoices: OpenInvoice[]): Part[] =>
  invoices.map(({ key, number, open }) => ({ invoice_key: key, number, amount: open }));
const total = (invoices: OpenInvoice[]) => invoices.reduce((sum, { open }) => sum + open, 0);
const yen = (amount: number) => `${formatNumber(amount)}円`;
const due = ({ due_date }: OpenInvoice) => `期日${Number(due_date.slice(5, 7))}/${Number(due_date.slice(8))}`;
export const billsText = (invoices: OpenInvoice[]) =>
  invoices.length === 1
    ? `請求書${invoices[0]!.number}の残（${due(invoices[0]!)}）`
    : `請求書${invoices.length}件の残の合計`;

/** The only set of up to six of them that comes to the amount, or null. */
function soleSubset(open: OpenInvoice[], amount: number): OpenInvoice[] | null {
  const found: OpenInvoice[][] = [];
  const walk = (from: number, left: number, taken: OpenInvoice[]) => {
    if (left === 0) found.push(taken);
    if (left <= 0 || taken.length === MOST_PARTS) return;
    for (let at = from; at < open.length && found.length < 2; at += 1)
      walk(at + 1, left - open[at]!.open, [...taken, open[at]!]);
  };
  walk(0, amount, []);
  return found.length === 1 ? found[0]! : null;
}

export type Fit = {
  parts: Part[];
  /** What the invoices are owed more than came in; negative: less. */
  difference: number;
  reason: string;
  isExact: boolean;
  isGood: boolean;
};

const exact = (invoices: OpenInvoice[], reason: string): Fit => ({
  parts: whole(invoices),
  difference: 0,
  reason,
  isExact: true,
  isGood: true,
});

const oldestSets = (open: OpenInvoice[]) =>
  Array.from({ length: Math.min(OLDEST, open.length) }, (_, n) => open.slice(0, n + 1));

function shortBy(open: OpenInvoice[], amount: number, { fees, fee_note }: Partner): Fit | null {
  const sets = [...open.map((one) => [one]), ...oldestSets(open).slice(1)];
  const short = sets
    .map((bills) => {
      const less = total(bills) - amount;
      return { set: bills, lacks: less, isUsual: fees.includes(less) };
    })
    .filter((one) => one.lacks > 0 && one.lacks <= MOST_FEE && one.lacks < one.set.at(-1)!.open)
    .sort((a, b) => Number(b.isUsual) - Number(a.isUsual) || a.lacks - b.lacks)[0];
  if (!short) return null;
  const { set, lacks, isUsual } = short;
  const fee = isUsual ? "この取引先のいつもの手数料" : "振込手数料の範囲";
  return {
    parts: partial(set, amount),
    difference: lacks,
    reason: `${billsText(set)}より${yen(lacks)}少ない（${fee}）${fee_note ?? ""}`,
    isExact: false,
    isGood: true,
  };
}

/** The bank's money on the oldest first; never more than came in. */
function partial(invoices: OpenInvoice[], amount: number): Part[] {
  let left = amount;
  return invoices.flatMap(({ key, number, open }) => {
    const part = Math.min(open, left);
    left -= part;
    return part > 0 ? [{ invoice_key: key, number, amount: part }] : [];
  });
}

/** Oldest due first. */
export function fitOf(open: OpenInvoice[], amount: number, partner: Partner): Fit {
  const equal = open.filter((one) => one.open === amount);
  if (equal.length > 0) {
    const more = equal.length > 1 ? `。同じ額の請求書が${equal.length}件あり、期日の早いほう` : "";
    return exact(equal.slice(0, 1), `${billsText(equal.slice(0, 1))}と同じ金額${more}`);
  }
  const oldest = oldestSets(open).find((set) => total(set) === amount);
  if (oldest) return exact(oldest, `古いほうから${billsText(oldest)}と同じ金額`);
  const subset = soleSubset(open.slice(0, LOOKED_AT), amount);
  if (subset)
    return { ...exact(subset, `${billsText(subset)}と同じ金額（間の請求書を除く）`), isExact: false };
  const short = shortBy(open, amount, partner);
  if (short) return short;
  const owed = total(open);
  const parts = partial(open, amount);
  if (owed === 0)
    return {
      parts,
      difference: -amount,
      reason: "未入金の請求書がない（前受になる）",
      isExact: false,
      isGood: false,
    };
  return {
    parts,
    difference: owed - amount,
    reason:
      amount > owed
        ? `残の合計${yen(owed)}より${yen(amount - owed)}多い（前受になる）`
        : `残の合計${yen(owed)}の一部`,
    isExact: false,
    isGood: false,
  };
}
