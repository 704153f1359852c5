import { roundDiv } from "~/lib/money/amount";
import { addDecimal, compareDecimal, decimal, milli } from "~/lib/money/decimal";
import { taxRate } from "~/lib/money/tax";
import { rateLabel } from "~/lib/vocabulary/document";
import { partAmount, type Side, taxDifferences } from "./match";
import type { Billed, Delivered, Paper, Received } from "./match.given";
import type { MatchRow } from "./match.schema";

export type Draft = Omit<
  MatchRow,
  "kind" | "state" | "difference" | "answer" | "reason" | "person" | "said_time"
>;

const subtract = (a: string, b: string) => decimal(milli(a) - milli(b));
const NO_ROW = { date: null, number: null, href: null, order_id: null, unit: null, card_key: null } as const;

export const billedOf = (lines: Billed[], line: Delivered) =>
  lines.filter(
    (one) =>
      one.inspection_key === null &&
      one.delivery_key === line.delivery_key &&
      one.delivery_line_no === line.line_no,
  );

function saidOf(lines: Billed[]): Side | null {
  if (lines.length === 0) return null;
  const prices = new Set(lines.map(({ unit_price }) => milli(unit_price)));
  return {
    num_units: addDecimal("0", ...lines.map(({ num_units }) => num_units)),
    unit_price: prices.size === 1 ? lines[0]!.unit_price : null,
    amount: lines.reduce((sum, { price }) => sum + price, 0),
  };
}

const unitsOf = ({ num_units, num_items }: Delivered, items: string): string =>
  milli(num_items) === 0n
    ? num_units
    : decimal(roundDiv(milli(num_units) * milli(items), milli(num_items), "half_up"));

/** What is left of it, but for what was rejected after it was billed: that comes back on a 返品. */
export function isLeft({ accepted, billed_elsewhere, num_items }: Delivered): boolean {
  const rest = milli(subtract(accepted, billed_elsewhere));
  return rest !== 0n && rest > 0n === milli(num_items) > 0n;
}

/** So much was accepted and is billed nowhere else; a part billed as agreed comes to what was billed. */
function oursOf(line: Delivered, theirs: Side | null): Side {
  const items = subtract(line.accepted, line.billed_elsewhere);
  const { unit_price } = line;
  const isSame = theirs !== null && compareDecimal(items, line.billed_here) === 0;
  const isWhole = compareDecimal(items, line.num_items) === 0;
  const agrees = isSame && theirs.unit_price !== null && milli(theirs.unit_price) === milli(unit_price);
  return {
    num_units: isSame ? theirs.num_units : unitsOf(line, items),
    unit_price,
    amount: agrees && !isWhole ? theirs.amount : partAmount(line, items, unit_price, line.amount_rounding),
  };
}

export function deliveredDraft(line: Delivered, billed: Billed[]): Draft {
  const theirs = saidOf(billed);
  return {
    id: `d${line.delivery_key}.${line.line_no}`,
    source: "delivery",
    date: line.date,
    number: line.delivery_number,
    href: `/accounting/delivery/${line.delivery_key}`,
    name: line.name,
    order_id: line.order_id,
    unit: line.unit,
    tax_rate: line.tax_rate,
    ours: oursOf(line, theirs),
    theirs,
    card_key: line.card_key,
    invoice_key: billed[0]?.invoice_key ?? null,
    note: line.is_awaited ? "未受入" : null,
  };
}

/** 送料 and the like stand on no 納品書 of ours; 特採 was agreed on when it was judged. */
export function aloneDraft(line: Billed): Draft {
  const { num_units, unit_price, price: amount } = line;
  const theirs = { num_units, unit_price, amount };
  return {
    id: `i${line.invoice_key}.${line.line_no}`,
    source: "invoice",
    date: line.date,
    number: line.invoice_number,
    href: `/accounting/invoice/${line.invoice_key}`,
    name: line.name,
    order_id: line.order_id,
    unit: line.unit,
    tax_rate: line.tax_rate,
    ours: line.inspection_key === null ? null : theirs,
    theirs,
    card_key: null,
    invoice_key: line.invoice_key,
    note: line.inspection_key === null ? null : "特採",
  };
}

export const receivedDraft = (row: Received): Draft => ({
  id: `c${row.card_key}`,
  source: "receipt",
  date: row.date,
  number: row.card_id,
  href: `/task/${row.own_key}`,
  name: row.name,
  order_id: row.order_id,
  unit: row.unit,
  tax_rate: taxRate(row.date),
  ours: { num_units: row.num_units, unit_price: row.unit_price, amount: row.amount },
  theirs: null,
  card_key: row.card_key,
  invoice_key: null,
  note: row.unit_price === null ? "受入（単価未定）" : "受入",
});

const yenOnly = (amount: number): Side => ({ num_units: null, unit_price: null, amount });

/** A paper says so much of each rate: it is held against all that nothing else bills. */
export function paperDrafts(papers: Paper[], pool: Draft[]): Draft[] {
  const ours = pool.map(({ tax_rate, ours: side }) => ({ tax_rate, amount: side?.amount ?? 0 }));
  const theirs = papers.flatMap(({ by_rate }) =>
    by_rate.map(({ tax_rate, base }) => ({ tax_rate, amount: base })),
  );
  const rates = [...new Set([...ours, ...theirs].map(({ tax_rate }) => tax_rate))].sort((a, b) => b - a);
  const sumOf = (rows: typeof ours, rate: number) =>
    rows.filter(({ tax_rate }) => tax_rate === rate).reduce((sum, { amount }) => sum + amount, 0);
  return rates.map((tax_rate) => ({
    ...NO_ROW,
    id: `p${tax_rate}`,
    source: "paper",
    number: papers.map(({ number }) => number).join("、"),
    href: papers.length === 1 ? `/accounting/payable/bill/${papers[0]!.key}` : null,
    name: `紙の請求書 ${rateLabel(tax_rate)}`,
    tax_rate,
    ours: yenOnly(sumOf(ours, tax_rate)),
    theirs: yenOnly(sumOf(theirs, tax_rate)),
    invoice_key: null,
    note: `当方 ${pool.length}行`,
  }));
}

export function taxDrafts(paper: Paper): Draft[] {
  const isOwn = paper.id.startsWith("b");
  return taxDifferences(paper).map(({ id, tax_rate, ours, theirs }) => ({
    ...NO_ROW,
    id,
    source: "tax",
    number: paper.number,
    href: isOwn ? `/accounting/payable/bill/${paper.key}` : `/accounting/invoice/${paper.key}`,
    name: `消費税 ${rateLabel(tax_rate)}`,
    tax_rate,
    ours: yenOnly(ours),
    theirs: yenOnly(theirs),
    invoice_key: isOwn ? null : paper.key,
    note: null,
  }));
}
