import { creditNoteRequired, taxRate } from "~/lib/money/tax";
import type { ISODate } from "~/lib/time/date";
import { type Correction, type NoteTax, TAX_KINDS } from "~/lib/vocabulary/document";

type Standing = {
  cancelled_time: string | null;
  correction: Correction | null;
  /** A 赤 has taken it back. */
  is_reversed: boolean;
};

/** R4-9: what was issued is corrected once; the 黒 in its place may be corrected again. */
export function cannotCorrect({ cancelled_time, correction, is_reversed }: Standing): string | null {
  if (cancelled_time) return "この請求書は取り消されています。";
  if (correction === "red") return "赤伝は訂正できません。";
  return is_reversed ? "この請求書は赤伝で訂正済みです。" : null;
}

type Corrected = { key: number; corrects: number | null };
/** What a 赤 takes back stays taken back. */
export const cannotFreeCredit = (credit: Corrected, paid: Corrected): string | null =>
  credit.corrects === paid.key || paid.corrects === credit.key
    ? "訂正の赤伝と元の請求書の充当は外せません。"
    : null;

type Revising = {
  correction: Correction | null;
  viewed_time: string | null;
  is_handed: boolean;
  is_answered: boolean;
  settled: number;
  /** A closing issued since has carried it over. */
  follower: string | null;
};

/** Only what the partner does not hold, and nothing stands on, is replaced by a 訂正版 (R4-9). */
export function cannotRevise(found: Revising): string | null {
  const { correction, viewed_time, is_handed, is_answered, settled, follower } = found;
  const why = correction
    ? "黒伝のため"
    : viewed_time
      ? "相手が閲覧しているため"
      : is_handed
        ? "紙で渡しているため"
        : is_answered
          ? "相手が確認しているため"
          : settled !== 0
            ? "入金が消し込まれているため"
            : follower
              ? `請求書 ${follower} をあとから発行しているため`
              : null;
  return why && `${why}訂正版では差し替えられません。赤黒で訂正してください。`;
}

type BilledLine = { line_no?: number } & Record<"name" | "num_units" | "unit" | "unit_price", string> &
  Record<"price" | "tax_rate", number>;
export type Billed = { due_date: ISODate; note?: string | null; total: number; lines: BilledLine[] };
const FIELDS = ["line_no", "name", "num_units", "unit", "unit_price", "price", "tax_rate"] as const;

/** A 黒 or 訂正版 that would say what the 請求書 says; names and addresses besides. */
export function isSameBill(was: Billed, now: Billed): boolean {
  const saying = ({ due_date, note, total, lines }: Billed) =>
    JSON.stringify([due_date, note || null, total, lines.map((line) => FIELDS.map((name) => line[name]))]);
  return saying(was) === saying(now);
}

type Line = { num_units: string; price: number };
const negated = (text: string): string =>
  text.startsWith("-") ? text.slice(1) : Number(text) === 0 ? text : `-${text}`;

/** Minus nothing is nothing, not -0. */
const minus = (yen: number) => 0 - yen;

/** The same line below zero: what is rounded by its size is taken back to the yen (R5-9). */
export const redLine = <L extends Line>(line: L): L => ({
  ...line,
  num_units: negated(line.num_units),
  price: minus(line.price),
});

type Totals = {
  by_rate: { tax_rate: number; base: number; tax: number }[];
  by_note: NoteTax[];
  subtotal: number;
  tax: number;
  total: number;
};
export const redTotals = ({ by_rate, by_note, subtotal, tax, total }: Totals): Totals => ({
  by_rate: by_rate.map((one) => ({ ...one, base: minus(one.base), tax: minus(one.tax) })),
  by_note: by_note.map((one) => ({ ...one, base: minus(one.base), tax: minus(one.tax) })),
  subtotal: minus(subtotal),
  tax: minus(tax),
  total: minus(total),
});

/** 適格返還請求書 (R1-9): of a registered issuer, from ¥10,000 with tax, as one claim. */
export const isCreditNote = (
  seller: { registration_number: string | null },
  correction: Correction | null,
  total: number,
): boolean =>
  correction === "red" && seller.registration_number !== null && creditNoteRequired([{ amount_incl: total }]);

/** Which of the kinds gave the line its rate; a line of 返品 has that of the day it was delivered. */
export const taxKindOf = (line: { tax_rate: number; sales_date: ISODate; original_date: ISODate | null }) =>
  TAX_KINDS.find((kind) => taxRate(line.original_date ?? line.sales_date, kind) === line.tax_rate) ??
  "standard";

/** What the 赤 settles of its 請求書, and what was paid of it already and so is left as credit. */
export function redSettles(total: number, paid: number): { settled: number; left: number } {
  const settled = Math.max(0, Math.abs(total) - paid);
  return { settled, left: Math.abs(total) - settled };
}
