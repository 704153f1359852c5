import { lineAmount, roundDiv, toYen } from "~/lib/money/amount";
import { milli } from "~/lib/money/decimal";
import { deliveryNoteTax, taxByRate } from "~/lib/money/tax";
import { type ISODate, shiftMonth } from "~/lib/time/date";
import type { ByRate, NoteTax } from "~/lib/vocabulary/document";
import type { Rounding } from "~/lib/vocabulary/rounding";

export const MATCH_ANSWERS = ["accept", "ask", "later", "withdrawn"] as const;
type MatchAnswer = (typeof MATCH_ANSWERS)[number];
/** `billed`: on a paper 請求書, as closing the month says it. */
export type MatchWord = MatchAnswer | "billed";
export const MATCH_ANSWER_LABEL: Record<MatchWord, string> = {
  accept: "先方に合わせる",
  ask: "当方に直してもらう",
  later: "来月へ",
  withdrawn: "回答を取り消す",
  billed: "紙の請求書で照合",
};

/** What one side says of a line; without quantity where only an amount is known. */
export type Side = { num_units: string | null; unit_price: string | null; amount: number };

export const MATCH_KINDS = ["same", "unbilled", "unknown", "quantity", "price", "amount", "tax"] as const;
type MatchKind = (typeof MATCH_KINDS)[number];
export const MATCH_KIND_LABEL: Record<MatchKind, string> = {
  same: "一致",
  unbilled: "未請求",
  unknown: "当方にない",
  quantity: "数量",
  price: "単価",
  amount: "金額",
  tax: "消費税",
};

const differs = (a: string | null, b: string | null) => a !== null && b !== null && milli(a) !== milli(b);

/** What differs first: a line of one side alone, then how much, then at which price. */
export function matchKind(ours: Side | null, theirs: Side | null): MatchKind {
  if (theirs === null) return ours === null || ours.amount === 0 ? "same" : "unbilled";
  if (ours === null) return theirs.amount === 0 ? "same" : "unknown";
  if (differs(ours.num_units, theirs.num_units)) return "quantity";
  if (differs(ours.unit_price, theirs.unit_price)) return "price";
  return ours.amount === theirs.amount ? "same" : "amount";
}

export const differenceOf = (ours: Side | null, theirs: Side | null): number =>
  (theirs?.amount ?? 0) - (ours?.amount ?? 0);

type Figures = { ours: Side | null; theirs: Side | null };

export const MATCH_STATES = ["same", "paper", "open", "accepted", "asked", "later"] as const;
export type MatchState = (typeof MATCH_STATES)[number];

type Said = { answer: MatchWord; ours: number; theirs: number };

/** An answer is to the figures that were seen: where either side changes, the line is open again. */
export function stateOf({ ours, theirs }: Figures, said: Said | null): MatchState {
  if (matchKind(ours, theirs) === "same") return "same";
  const stands = said !== null && said.ours === (ours?.amount ?? 0) && said.theirs === (theirs?.amount ?? 0);
  if (!stands) return "open";
  return (
    { accept: "accepted", billed: "accepted", ask: "asked", later: "later", withdrawn: "open" } as const
  )[said.answer];
}

/** Why this answer can't be given to the line, or null. */
export function answerProblem(answer: MatchAnswer, { state }: { state: MatchState }): string | null {
  if (state === "same") return "差異のない明細が選ばれています";
  if (answer !== "withdrawn") return null;
  return state === "open" || state === "paper" ? "回答のない明細が選ばれています" : null;
}

/** So much of a line, at a price that may not be the one printed. */
export function partAmount(
  line: { num_units: string; num_items: string },
  num_items: string,
  unit_price: string,
  mode: Rounding,
): number {
  if (milli(line.num_items) === milli(num_items)) return lineAmount(line.num_units, unit_price, mode);
  const whole = milli(line.num_items);
  if (whole === 0n) return 0;
  return toYen(
    roundDiv(milli(line.num_units) * milli(num_items) * milli(unit_price), whole * 1_000_000n, mode),
  );
}

type Printed = {
  id: string;
  by_rate: ByRate[];
  by_note: NoteTax[];
  tax_rounding: Rounding;
};

/** A yen more or less of a rate is as its issuer printed it; more is a line of its own. */
export function taxDifferences({ id, by_rate, by_note, tax_rounding }: Printed) {
  const line = ({ base, tax_rate }: ByRate) => ({ amount: base, tax_rate });
  const reckoned = by_note.length
    ? deliveryNoteTax(
        byNote(by_note).map((rows) => rows.map(line)),
        tax_rounding,
      )
    : taxByRate(by_rate.map(line), tax_rounding);
  return by_rate.flatMap(({ tax_rate, tax }) => {
    const ours = reckoned.by_rate.find((one) => one.tax_rate === tax_rate)?.tax ?? 0;
    return Math.abs(tax - ours) <= 1 ? [] : [{ id: `t${id}.${tax_rate}`, tax_rate, ours, theirs: tax }];
  });
}

function byNote(rows: NoteTax[]): NoteTax[][] {
  const notes = new Map<number | null, NoteTax[]>();
  for (const row of rows) notes.set(row.delivery_key, [...(notes.get(row.delivery_key) ?? []), row]);
  return [...notes.values()];
}

type Road = {
  natural: number;
  /** No further than this month. */
  upTo: number;
  isClosed(ym: number): boolean;
  wordOf(ym: number): MatchWord | null;
};

/** In which open months something that is not billed stands: put off it stands in the next one, too. */
export function monthsOf({ natural, upTo, isClosed, wordOf }: Road): number[] {
  const months: number[] = [];
  for (let ym = natural; ym <= upTo; ym = shiftMonth(ym, 1)) {
    const word = wordOf(ym);
    const isDone = word === "accept" || word === "billed";
    if (isClosed(ym)) {
      if (isDone) return months;
      continue;
    }
    months.push(ym);
    if (word !== "later") return months;
  }
  return months;
}

/** The last month that is over. */
export const usualMonth = (today: ISODate): number =>
  shiftMonth(Number(today.slice(0, 4)) * 100 + Number(today.slice(5, 7)), -1);

export const MONTH_STATES = ["open", "asked", "ready", "closed", "changed"] as const;
export type MonthState = (typeof MONTH_STATES)[number];
export const MONTH_STATE_LABEL: Record<MonthState, string> = {
  open: "差異あり",
  asked: "訂正待ち",
  ready: "一致・説明済み",
  closed: "締め済み",
  changed: "締めた後に変更",
};

/**
 * Asking is no end: the month waits for the correction, or for another answer (decision 090). `isChanged`:
 * what they bill is not what was closed any more.
 */
export function monthState(states: MatchState[], close: { isChanged: boolean } | null): MonthState {
  if (close) return close.isChanged ? "changed" : "closed";
  if (states.includes("open")) return "open";
  return states.includes("asked") ? "asked" : "ready";
}
