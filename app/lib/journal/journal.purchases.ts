import { formatNumber } from "~/lib/money/decimal";
import type { ByRate } from "~/lib/vocabulary/document";
import { type ExpenseAccount, PAYOUT_KIND_LABEL, type PayoutKind } from "~/lib/vocabulary/payable";
import { type Account, type Entry, entryOf, type JournalRules, reversed, type Side } from "./journal";
import { taxed } from "./journal.entries";
import { type TaxCode } from "./journal.tax";

type Rules = Pick<JournalRules, "bank" | "accounts">;

/** What of a rate was received while so much of its tax might be deducted (R1-11: by the day of delivery). */
export type Share = { tax_rate: number; deduction: number; base: number };
export type PurchaseSource = {
  number: string | null;
  date: string;
  partner: string;
  account: ExpenseAccount;
  total: number;
  by_rate: ByRate[];
  shares: Share[];
};

const ACCOUNT_OF: Record<ExpenseAccount, Account> = {
  outsourcing: "outsourcing",
  material: "material",
  freight: "freight",
  supplies: "supplies",
  repair: "repair",
  interest: "interest",
  other: "expense",
};
const plain = (account: string, amount: number, sub: string): Side => ({
  account,
  sub,
  code: "none",
  amount,
  tax: 0,
});

const CODES: Record<number, Record<number, TaxCode>> = {
  10: { 100: "pq10", 80: "p80", 70: "p70", 50: "p50", 30: "p30", 0: "p0" },
  8: { 100: "pq8", 80: "p80r8", 70: "p70r8", 50: "p50r8", 30: "p30r8", 0: "p0r8" },
};
const codeOf = (rate: number, deduction: number): TaxCode => CODES[rate]?.[deduction] ?? "none";

/** Of a rate, the last share takes what division leaves. */
function divided({ tax_rate, base, tax }: ByRate, shares: Share[]): (Share & { tax: number })[] {
  const own = shares.filter((share) => share.tax_rate === tax_rate);
  const whole = own.reduce((sum, share) => sum + share.base, 0);
  if (own.length < 2 || whole === 0) {
    const deduction = own.at(-1)?.deduction ?? shares.at(-1)?.deduction ?? 100;
    return [{ tax_rate, deduction, base, tax }];
  }
  const part = (amount: number, share: Share) =>
    Number((BigInt(amount) * BigInt(share.base)) / BigInt(whole));
  let [left, leftTax] = [base, tax];
  return own.map((share, at) => {
    const isLast = at === own.length - 1;
    const one = isLast ? { base: left, tax: leftTax } : { base: part(base, share), tax: part(tax, share) };
    left -= one.base;
    leftTax -= one.tax;
    return { ...share, ...one };
  });
}

const MEASURE = "経過措置";
const summaryOf = ({ partner, number, shares }: PurchaseSource, word: string) => {
  const percents = [...new Set(shares.map(({ deduction }) => deduction))].filter((one) => one < 100);
  const measure = percents.map((percent) => (percent === 0 ? "控除なし" : `${percent}%控除対象`)).join("・");
  return [partner, word, number, measure && `${MEASURE} ${measure}`].filter(Boolean).join(" ");
};

/** 科目 per rate and deduction / 買掛金; what a rate comes to below zero stands on the other side. */
export function purchaseEntry(bought: PurchaseSource, { accounts }: Rules, word = "仕入"): Entry {
  const account = accounts[ACCOUNT_OF[bought.account]];
  const debits = bought.by_rate
    .flatMap((one) => divided(one, bought.shares))
    .map(
      ({ tax_rate, deduction, base, tax }): Side => ({
        account,
        sub: "",
        code: codeOf(tax_rate, deduction),
        amount: base + tax,
        tax,
      }),
    );
  return entryOf(bought.date, summaryOf(bought, word), debits, [
    plain(accounts.payable, bought.total, bought.partner),
  ]);
}

/** A paper below zero is 値引・返品. */
export const boughtWord = ({ total }: Pick<PurchaseSource, "total">): string =>
  total < 0 ? "仕入の値引・返品" : "仕入";

export const unpurchaseEntry = (bought: PurchaseSource, rules: Rules, date: string): Entry =>
  reversed(purchaseEntry(bought, rules), date, summaryOf(bought, "仕入の取消"));

export const repurchaseEntry = (bought: PurchaseSource, rules: Rules, date: string): Entry => ({
  ...purchaseEntry({ ...bought, date }, rules, "仕入の復元"),
});

export type PayoutSource = {
  date: string;
  partner: string;
  kind: PayoutKind;
  amount: number;
  fee: number;
  own_fee: number;
};

const PAID_FROM: Partial<Record<PayoutKind, Account>> = {
  transfer: "transfer",
  cash: "cash",
  densai: "densai_out",
  other: "other",
};
const payoutSummary = ({ partner, kind, fee, own_fee }: PayoutSource, word = "支払") =>
  [
    partner,
    word,
    PAYOUT_KIND_LABEL[kind],
    fee > 0 && `差引手数料${formatNumber(fee)}円`,
    own_fee > 0 && `振込手数料${formatNumber(own_fee)}円`,
  ]
    .filter(Boolean)
    .join(" ");

/**
 * 買掛金 / what it was paid by. A 手数料 leaves the account too, to the bank: taken off, or our own cost. 相殺 is the
 * receipt's entry (買掛金 / 売掛金): none of it here.
 */
export function payoutEntry(paid: PayoutSource, { accounts, bank }: Rules): Entry {
  const from = PAID_FROM[paid.kind];
  if (!from) return entryOf(paid.date, "", [], []);
  const sub = from === "transfer" ? bank : paid.partner;
  return entryOf(
    paid.date,
    payoutSummary(paid),
    [plain(accounts.payable, paid.amount, paid.partner), taxed(accounts.fee, paid.own_fee, "pq10", 10)],
    [plain(accounts[from], paid.amount - paid.fee, sub), plain(accounts[from], paid.fee + paid.own_fee, sub)],
  );
}

export const unpayoutEntry = (paid: PayoutSource, rules: Rules, date: string): Entry =>
  reversed(payoutEntry(paid, rules), date, payoutSummary(paid, "支払の取消"));
