import { formatNumber } from "~/lib/money/decimal";
import type { ByRate } from "~/lib/vocabulary/document";
import { KIND_LABEL, type PaymentDirection, type PaymentKind } from "~/lib/vocabulary/payment";
import { type Account, type Entry, entryOf, type JournalRules, reversed, type Side } from "./journal";
import { includedTax, type TaxCode } from "./journal.tax";

type Rules = Pick<JournalRules, "fee_rule" | "bank" | "accounts">;
const code = (kind: "s" | "sr", rate: number): TaxCode =>
  rate === 10 ? `${kind}10` : rate === 8 ? `${kind}8` : "none";
const plain = (account: string, amount: number, sub = ""): Side => ({
  account,
  sub,
  code: "none",
  amount,
  tax: 0,
});
export const taxed = (account: string, amount: number, tax_code: TaxCode, rate: number): Side => ({
  account,
  sub: "",
  code: tax_code,
  amount,
  tax: tax_code === "none" ? 0 : Math.sign(amount) * includedTax(Math.abs(amount), rate),
});

export type BilledSource = {
  number: string;
  date: string;
  ym: number;
  partner: string;
  total: number;
  by_rate: ByRate[];
  /** 赤伝 takes back its own sale: it turns that entry round, with the sale's own names. */
  is_red: boolean;
};

/** 売掛金 / 売上 per rate; what a rate comes to below zero is 値引・返品. */
export function billedEntry(billed: BilledSource, { accounts }: Rules): Entry {
  const { total, by_rate, partner, number, date, ym, is_red } = billed;
  const sales = by_rate.map(({ tax_rate, base, tax }): Side => {
    const back = is_red ? base + tax > 0 : base + tax < 0;
    const tax_code = code(back ? "sr" : "s", tax_rate);
    const account = back ? accounts.returns : accounts.sales;
    return { account, sub: "", code: tax_code, amount: base + tax, tax };
  });
  const summary = `${partner} ${ym % 100}月分請求${is_red ? "の訂正" : ""} ${number}`;
  return entryOf(date, summary, [plain(accounts.receivable, total, partner)], sales);
}

export const unbilledEntry = (billed: BilledSource, rules: Rules, date: string): Entry =>
  reversed(billedEntry(billed, rules), date, `${billed.partner} 請求の取消 ${billed.number}`);

export const rebilledEntry = (billed: BilledSource, rules: Rules, date: string): Entry => ({
  ...billedEntry({ ...billed, date }, rules),
  summary: `${billed.partner} 請求の復元 ${billed.number}`,
});

export type PaidSource = {
  direction: PaymentDirection;
  date: string;
  partner: string;
  lines: { kind: PaymentKind; amount: number; tax_rate: number | null; of_credit: boolean }[];
  /** What of it went to 請求書 at once; the rest is 前受. */
  settled: number;
};

const MONEY: Partial<Record<PaymentKind, Account>> = {
  transfer: "transfer",
  cash: "cash",
  check: "check",
  bill: "bill",
  densai: "densai",
  offset: "offset",
};

function lineSide(
  { kind, amount, tax_rate }: PaidSource["lines"][number],
  partner: string,
  rules: Rules,
): Side {
  const { accounts, bank, fee_rule } = rules;
  const account = MONEY[kind];
  if (account) return plain(accounts[account], amount, account === "transfer" ? bank : partner);
  if (kind === "discount") return taxed(accounts.returns, amount, code("sr", tax_rate ?? 10), tax_rate ?? 10);
  if (kind === "fee") {
    const name = fee_rule === "discount" ? accounts.returns : accounts.fee;
    return taxed(name, amount, fee_rule === "purchase" ? "pq10" : "sr10", 10);
  }
  if (kind === "rounding") return plain(amount < 0 ? accounts.gain : accounts.loss, amount);
  return plain(kind === "gain" ? accounts.gain : accounts.other, amount);
}

const REDUCED: readonly PaymentKind[] = ["fee", "discount", "offset"];
function paidSummary({ direction, partner, lines }: PaidSource): string {
  const less = lines.filter(({ kind }) => REDUCED.includes(kind));
  const said = less.map(({ kind, amount }) => `${KIND_LABEL[kind]}${formatNumber(amount)}円`).join("・");
  return `${partner} ${direction === "in" ? "入金" : "返金"}${said && ` ${said}`}`;
}

export function paidEntry(paid: PaidSource, rules: Rules): Entry {
  const { accounts } = rules;
  const sides = paid.lines.map((line) => lineSide(line, paid.partner, rules));
  if (paid.direction === "out") {
    const back = paid.lines.map(({ amount, of_credit }) =>
      plain(of_credit ? accounts.receivable : accounts.advance, amount, paid.partner),
    );
    return entryOf(paid.date, paidSummary(paid), back, sides);
  }
  const total = paid.lines.reduce((sum, { amount }) => sum + amount, 0);
  const credits = [
    plain(accounts.receivable, paid.settled, paid.partner),
    plain(accounts.advance, total - paid.settled, paid.partner),
  ];
  return entryOf(paid.date, paidSummary(paid), sides, credits);
}

/** `taken`: what of it was on 請求書 when it was cancelled. */
export const unpaidEntry = (paid: PaidSource, rules: Rules, date: string, taken: number): Entry =>
  reversed(paidEntry({ ...paid, settled: taken }, rules), date, `${paidSummary(paid)}の取消`);

type SettledSource = { date: string; partner: string; number: string; amount: number };

/** 前受 used for a 請求書; taking that back is the same below zero. */
export function settledEntry({ date, partner, number, amount }: SettledSource, { accounts }: Rules): Entry {
  const summary = `${partner} 前受金の充当${amount < 0 ? "の取消" : ""} ${number}`;
  return entryOf(
    date,
    summary,
    [plain(accounts.advance, amount, partner)],
    [plain(accounts.receivable, amount, partner)],
  );
}
