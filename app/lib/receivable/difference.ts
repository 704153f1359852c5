import type { ISODate } from "~/lib/time/date";
import type { PaymentKind } from "~/lib/vocabulary/payment";

const SHORT_REASONS = ["fee", "discount", "rounding", "offset"] as const;
const OVER_REASONS = ["gain", "rounding"] as const;
type Reason = (typeof SHORT_REASONS)[number] | (typeof OVER_REASONS)[number];

/**
 * As what a difference may be settled in one press; what is not small is no fee and no rounding, and no
 * more is set off than `offset`.
 */
export function reasonsFor(short: number, suggested: Reason | null, offset: number): readonly Reason[] {
  const all: readonly Reason[] = short > 0 ? SHORT_REASONS : OVER_REASONS;
  const large: readonly Reason[] = short > 0 ? ["discount", "offset"] : [];
  const ordered = suggested ? [suggested, ...all.filter((reason) => reason !== suggested)] : large;
  return ordered.filter((reason) => reason !== "offset" || short <= offset);
}

/** What a bank takes of a transfer, yen. */
const BANK_FEES = [110, 145, 165, 220, 275, 330, 385, 440, 495, 550, 605, 660, 715, 770, 880];

/** An amount owed and what came in: the lines that settle it, and what stays (R4-7). */
export function difference(open: number, received: number, reason: Reason | null) {
  const short = open - received;
  const came: [PaymentKind, number] = ["transfer", received];
  const isWaived = reason !== null && short > 0;
  const isKept = reason !== null && short < 0;
  return {
    difference: short,
    lines: reason === null || short === 0 ? [came] : [came, [reason, short] as [PaymentKind, number]],
    open: isWaived ? 0 : Math.max(0, short),
    unapplied: isKept ? 0 : Math.max(0, -short),
    gain: isKept && reason === "gain" ? -short : 0,
  };
}

type Usual = { limit: number; fees: number[] };

/** Which button to put first; nothing is waived by itself. */
export function suggestedReason(short: number, { limit, fees }: Usual): Reason | null {
  if (fees.includes(short)) return "fee";
  if (short === 0 || Math.abs(short) > limit) return null;
  if (short < 0) return "gain";
  return BANK_FEES.includes(short) ? "fee" : short < 10 ? "rounding" : "discount";
}

/** 相殺: the smaller of what they owe us and what we owe them. */
export function offsetOf(receivable: number, payable: number) {
  const offset = Math.max(0, Math.min(receivable, payable));
  return { offset, receivable: receivable - offset, payable: payable - offset };
}

/** Taken back as of its own day while that is in no closed period, else as of today. */
export const undoDate = (day: ISODate, closed_until: ISODate | null, today: ISODate): ISODate =>
  closed_until === null || day > closed_until || day > today ? day : today;

type Settlement = {
  payment_key: number | null;
  credit_key: number | null;
  invoice_key: number;
  amount: number;
};

/** The row that takes one allocation back, and no other of the same receipt. */
export const reversalOf = <S extends Settlement>(
  row: S & { key: number; settled_date: ISODate },
  day: ISODate,
) => ({
  payment_key: row.payment_key,
  credit_key: row.credit_key,
  invoice_key: row.invoice_key,
  amount: -row.amount,
  settled_date: day > row.settled_date ? day : row.settled_date,
  reverses: row.key,
});
