import { type Carried, carryOver } from "~/lib/money/balance";
import { figureChanges, figuresText } from "~/lib/money/confirmed";
import type { TaxTotals } from "~/lib/money/tax";
import { addDays, formatDate, type ISODate, shiftMonth } from "~/lib/time/date";
import { type Period, paymentPeriod, periodOf, type Terms } from "~/lib/time/period";
import type { InvoiceBasis } from "~/lib/vocabulary/document";
import type { Rounding } from "~/lib/vocabulary/rounding";
import { monthLabel } from "./invoice";

type Closed = { ym: number; end_date: ISODate; first_ym?: number };
export type Unbilled = {
  /** Null where it stands on no 納品書: 送料 or 値引 of the closing itself. */
  delivery_key: number | null;
  price: number;
  tax_rate: number;
  sales_date: ISODate;
  /** 納品日, 出荷日 or 検収日 (R4-10). */
  billing_date: ISODate;
  billing_ym: number | null;
  /** The month of the 赤 that it was freed by: it is billed in no earlier one (R4-9). */
  freed_ym?: number | null;
  invoice_basis: InvoiceBasis;
  tax_rounding: Rounding;
};

/** Each begins the day after the one before it ended (R4-5). */
export function periodsUpTo(ym: number, terms: Terms, last: Closed | null): (Period & { ym: number })[] {
  if (!last) return [{ ym, ...paymentPeriod(ym, terms) }];
  const periods: (Period & { ym: number })[] = [];
  let start = addDays(last.end_date, 1);
  for (let month = shiftMonth(last.ym, 1); month <= ym; month = shiftMonth(month, 1)) {
    const { end } = paymentPeriod(month, terms);
    periods.push({ ym: month, start, end });
    start = addDays(end, 1);
  }
  return periods;
}

type Dated = Pick<Unbilled, "billing_date" | "billing_ym" | "freed_ym">;

/** Where it was put off to, that of its date, of the 赤 that freed it, or the first still open: the latest. */
export function billingMonth(line: Dated, terms: Terms, last: Closed | null): number {
  const month = Math.max(line.billing_ym ?? 0, line.freed_ym ?? 0, periodOf(line.billing_date, terms));
  return last ? Math.max(month, shiftMonth(last.ym, 1)) : month;
}

/** 来月に回す taken back: what a 赤 freed is billed in no month before it. */
export function earlyProblem(lines: Pick<Unbilled, "freed_ym">[], ym: number): string | null {
  const freed_ym = Math.max(...lines.map((line) => line.freed_ym ?? 0));
  return freed_ym > ym
    ? `赤伝で未請求に戻った明細は、赤伝の${monthLabel(freed_ym)}より前には請求できません。「来月へ」のチェックを付けてください。`
    : null;
}

export function linesOf<L extends Dated>(lines: L[], ym: number, terms: Terms, last: Closed | null): L[] {
  return lines.filter((line) => billingMonth(line, terms, last) === ym);
}

type Opening = {
  ym: number;
  terms: Terms;
  last: Closed | null;
  lines: Dated[];
  today: ISODate;
};

export function openBefore({ ym, terms, last, lines }: Omit<Opening, "today">): number | null {
  const first = Math.min(...lines.map((line) => billingMonth(line, terms, last)));
  return first < ym ? first : null;
}

export function orderProblem({ today, ...asked }: Opening): string | null {
  const { ym, terms, last } = asked;
  if (last && ym <= last.ym) return pastProblem(ym, last);
  const first = openBefore(asked);
  if (first !== null) return `${monthLabel(first)}が未締めです。先に${monthLabel(first)}を締めてください。`;
  return ym > periodOf(today, terms) ? `${monthLabel(ym)}はまだ始まっていません。` : null;
}

const pastProblem = (ym: number, { first_ym = ym }: Closed) =>
  ym < first_ym
    ? `${monthLabel(ym)}は、最初に締めた${monthLabel(first_ym)}より前です。締めるものはありません。`
    : `${monthLabel(ym)}は締め済みです。`;

/** Closed without an invoice of its own, or before the first closing: it has no figures. */
export const isPast = (ym: number, last: Closed | null) => last !== null && ym <= last.ym;

/** More may still be delivered on the last day. */
export const isUnended = ({ end_date }: { end_date: ISODate }, today: ISODate) => end_date >= today;

export const unendedText = (end_date: ISODate) =>
  `期間が終わっていません（${formatDate(end_date)}まで）。このあとの納品は次の請求になります。それでも締めるときはチェックを入れてください`;

type Figures = { buyer_id: string; subtotal: number; tax: number; billed_now: number; lines: unknown[] };
const FIGURES: [string, string][] = [
  ["今回売上額", "円"],
  ["消費税", "円"],
  ["今回請求額", "円"],
  ["明細", "行"],
];

export const closingSeen = ({ buyer_id, subtotal, tax, billed_now, lines }: Figures, digest: string) =>
  `${buyer_id}:${figuresText([subtotal, tax, billed_now, lines.length], digest)}`;

export function unseenClosing(seen: string, now: string): string | null {
  return seen === now
    ? null
    : figureChanges(after(seen), after(now), FIGURES) || "明細または条件が変わりました";
}
const after = (seen: string) => seen.slice(seen.indexOf(":") + 1);

export const lastAsked = (today: ISODate) =>
  shiftMonth(Number(today.slice(0, 4)) * 100 + Number(today.slice(5, 7)), 1);

/** One invoice cannot hold both ways of rounding tax (R1-7). */
export function basisProblem(lines: Pick<Unbilled, "invoice_basis">[]): string | null {
  return new Set(lines.map((line) => line.invoice_basis)).size > 1
    ? "消費税の計算方法が違う納品書が混ざっています。納品書を取り消して発行し直すか、来月に回してください。"
    : null;
}

/** Where each 納品書 is taxed by itself, what is open of it is billed whole: tax is rounded once (R1-7). */
export function splitProblem<L extends Pick<Unbilled, "delivery_key" | "invoice_basis">>(
  lines: L[],
  isChosen: (line: L) => boolean,
): string | null {
  const sides = new Map<number | null, boolean>();
  const isSplit = lines.some((line) => {
    if (line.invoice_basis === "monthly" || line.delivery_key === null) return false;
    const chosen = isChosen(line);
    const before = sides.get(line.delivery_key) ?? chosen;
    sides.set(line.delivery_key, before);
    return chosen !== before;
  });
  return isSplit
    ? "この取引先は納品書ごとに消費税を計算するため、1枚の納品書の明細を、請求書に分けて載せることはできません。"
    : null;
}

/** 鑑 (R4-1); without carry-over (都度型) only the sales of this period are asked for. */
export function summary(carried: Carried, totals: TaxTotals, show_carry_over: boolean) {
  const { carried_over, billed_now } = carryOver(carried, totals);
  return { ...carried, ...totals, carried_over, billed_now: show_carry_over ? billed_now : totals.total };
}

type Waiting = { dues: (ISODate | null)[]; end: ISODate; today: ISODate };
/** Nothing to bill yet: closing writes みなし検収 that has come to its day, and what else waits is named. */
export function emptyProblem({ dues, end, today }: Waiting): string | null {
  const [first = null] = dues;
  if (dues.length === 0) return "今回の売上も残高もありません。";
  const waits = `請求できる明細がまだありません。検収待ちの明細が${dues.length}件あります`;
  if (first === null) return `${waits}（検収のあとに請求します。みなし検収の期限はありません）。`;
  if (first > end)
    return `${waits}（みなし検収は${formatDate(first)}を過ぎてからで、次の期間の請求になります）。`;
  return first < today ? null : `${waits}（${formatDate(first)}を過ぎると、みなし検収にして締められます）。`;
}

type Draft = {
  end_date: ISODate;
  lines: { price: number; billing_date: ISODate; billing_ym: number | null }[];
  start_date: ISODate;
  billed_now: number;
};

export function closingWarnings(
  draft: Draft,
  facts: {
    undelivered: number;
    awaiting?: number;
    uninspected?: number;
    overdue?: number;
    unanswered?: number;
    disputed?: number;
    /** The buyer issues 支払通知書 instead, as both agreed. */
    is_self_billed?: boolean;
    missing: string | null;
    today: ISODate;
  },
): string[] {
  const {
    undelivered,
    awaiting = 0,
    uninspected = 0,
    overdue = 0,
    unanswered = 0,
    disputed = 0,
    is_self_billed = false,
    missing,
    today,
  } = facts;
  const zero = draft.lines.filter((line) => line.price === 0).length;
  const late = draft.lines.filter((line) => line.billing_date < draft.start_date).length;
  return [
    is_self_billed
      ? "この取引先とは、支払通知書を請求書の代わりにする取り決めがあります（先に請求書を出すと、支払通知書には載りません）"
      : "",
    draft.end_date >= today ? `期間の途中です（${formatDate(draft.end_date)}まで）` : "",
    zero > 0 ? `金額0円の明細が${zero}件あります` : "",
    late > 0 ? `前の期間の納品が${late}件含まれます` : "",
    undelivered > 0 ? `納品書のない出荷が${undelivered}枚あります` : "",
    uninspected > 0 ? `検収待ちの明細が${uninspected}件あります（検収のあとに請求します）` : "",
    overdue > 0
      ? `検収期限を過ぎた明細が${overdue}件あります（締めるとみなし検収になり、その金額を確認してから発行します）`
      : "",
    awaiting > 0 ? `請求後の不合格が${awaiting}件あり、返品が未発行です` : "",
    unanswered > 0 ? `回答のない不合格・差異が${unanswered}件あります` : "",
    disputed > 0 ? `相手が照合で「差異」とした明細が${disputed}件あります` : "",
    draft.billed_now < 0 ? "請求額がマイナスです" : "",
    missing ?? "",
  ].filter(Boolean);
}
