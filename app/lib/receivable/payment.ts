import { figureChanges, figuresText } from "~/lib/money/confirmed";
import { formatYen } from "~/lib/money/decimal";
import { creditNoteRequired } from "~/lib/money/tax";
import { formatDate, type ISODate } from "~/lib/time/date";
import { ADJUSTMENTS, MATURING, type PaymentDirection, type PaymentKind } from "~/lib/vocabulary/payment";
import type { Toriteki } from "~/lib/vocabulary/toriteki";

type PaymentLine = {
  kind: PaymentKind;
  amount: number;
  maturity_date?: ISODate | undefined;
  tax_rate?: number | undefined;
};
type Fault = { name: "amount" | "maturity_date" | "tax_rate"; text: string };

const EITHER_WAY: readonly PaymentKind[] = ["rounding", "other"];

/** What is wrong with a line, by its field. */
export function lineFault(
  { kind, amount, maturity_date, tax_rate }: PaymentLine,
  day: ISODate,
): Fault | null {
  if (amount === 0) return { name: "amount", text: "金額を入力してください" };
  if (kind === "gain" && amount > 0)
    return { name: "amount", text: "雑収入は、受け取りすぎた額をマイナスで入力してください" };
  if (amount < 0 && kind !== "gain" && !EITHER_WAY.includes(kind))
    return { name: "amount", text: "マイナスにできるのは、端数・雑収入・その他だけです" };
  if (maturity_date && !MATURING.includes(kind))
    return { name: "maturity_date", text: "満期日は、小切手・手形・でんさいだけに入力してください" };
  if ((kind === "bill" || kind === "densai") && !maturity_date)
    return { name: "maturity_date", text: "満期日を入力してください" };
  if (maturity_date && maturity_date < day)
    return { name: "maturity_date", text: "満期日は入金日以後の日付で入力してください" };
  if (kind === "discount" && tax_rate === undefined)
    return { name: "tax_rate", text: "値引の税率を選択してください" };
  if (kind !== "discount" && tax_rate !== undefined)
    return { name: "tax_rate", text: "税率は値引だけに選択してください" };
  return null;
}

export const linesTotal = (lines: { amount: number }[]) => lines.reduce((sum, { amount }) => sum + amount, 0);

/** 前受 is money that came in; a 手数料, 値引 or 端数 needs the 請求書 that it is taken off (R4-7). */
export function advanceProblem(lines: PaymentLine[], unapplied: number): string | null {
  const came = Math.max(0, linesTotal(lines.filter(({ kind }) => !ADJUSTMENTS.includes(kind))));
  if (unapplied <= came) return null;
  const most = came > 0 ? `前受にできるのは、入ったお金の${formatYen(came)}までです。` : "";
  return `${most}手数料・値引・端数は前受にできません。差し引かれた請求書に充当してください`;
}

/** From this day a settlement counts: when both the money and what it pays were there. */
export const laterDay = (a: ISODate, b: ISODate): ISODate => (a > b ? a : b);

type Said = { toriteki: Toriteki; closed_until: ISODate | null; payment_date: ISODate };

/** What the person who records it should know, and may go on with (R1-9, R2-8). */
export function paymentNotes(lines: PaymentLine[], { toriteki, closed_until, payment_date }: Said): string[] {
  const has = (kind: PaymentKind) => lines.some((line) => line.kind === kind);
  const discounts = lines.filter(({ kind }) => kind === "discount");
  const isLate = closed_until !== null && payment_date <= closed_until;
  return [
    has("fee") && toriteki !== "exempt"
      ? "振込手数料が差し引かれています。取適法の対象となる取引では、合意があっても差し引けません。先方に確認してください。"
      : "",
    creditNoteRequired(discounts.map(({ amount }) => ({ amount_incl: amount })))
      ? "値引が1万円以上です。適格返還請求書の交付が必要です。"
      : "",
    isLate
      ? `入金日は締め済みの期間（${formatDate(closed_until)}まで）です。次の請求書の入金額に載ります。`
      : "",
  ].filter(Boolean);
}

type Figures = { open: number; bills: number; free: number };
export const paymentSeen = ({ open, bills, free }: Figures, digest: string) =>
  figuresText([open, bills, free], digest);

export function unseenBooks(seen: string, now: string): string | null {
  if (seen === now) return null;
  const changes = figureChanges(seen, now, [
    ["請求書の残", "円"],
    ["未入金の請求書", "件"],
    ["前受", "円"],
  ]);
  return `他の人が更新しました。まだ登録していません${changes && `（${changes}）`}。今の金額を確認してから、もう一度操作してください。`;
}

/** It stands in the books of both. */
export const AGREED_OFFSET =
  "相手と合意した相殺です。取り消すには、相殺の画面から相手に取消を頼んでください。";

/** A receipt whose money was given back stays until the refund is cancelled. */
export function cannotCancelPayment({
  cancelled_time,
  is_agreed,
  refunds,
}: {
  cancelled_time: string | null;
  is_agreed: boolean;
  refunds: { amount: number }[];
}): string | null {
  if (cancelled_time) return "この入金は取り消されています。";
  if (is_agreed) return AGREED_OFFSET;
  return refunds.length > 0
    ? `この入金から${formatYen(linesTotal(refunds))}を返金しています。先に返金を取り消してください。`
    : null;
}

type Standing = { cancelled_time: string | null; direction: PaymentDirection; unapplied: number };
export function stateOfPayment({ cancelled_time, direction, unapplied }: Standing) {
  if (cancelled_time) return "cancelled" as const;
  if (direction === "out") return "refund" as const;
  return unapplied > 0 ? ("free" as const) : ("done" as const);
}
