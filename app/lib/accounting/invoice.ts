import type { ISODate } from "~/lib/time/date";
import type { ByRate, Correction } from "~/lib/vocabulary/document";

/** R1-1; a period may stand for the dates of its lines (R1-2). */
type Qualifying = {
  seller: { name: string; registration_number: string | null };
  buyer: { name: string };
  lines: { name: string; tax_rate: number; sales_date?: ISODate | null }[];
  period?: { start: ISODate; end: ISODate } | null;
  by_rate?: ByRate[];
};

function missingItems({ seller, buyer, lines, period, by_rate }: Qualifying): string[] {
  const rates = new Set(lines.map((line) => line.tax_rate));
  const totals =
    by_rate === undefined || [...rates].every((rate) => by_rate.some(({ tax_rate }) => tax_rate === rate));
  const checks: [boolean, string][] = [
    [seller.name.trim() !== "", "発行者の名称"],
    [/^T\d{13}$/.test(seller.registration_number ?? ""), "登録番号"],
    [Boolean(period) || lines.every((line) => line.sales_date), "取引年月日"],
    [lines.every((line) => line.name.trim() !== ""), "取引内容"],
    [totals, "税率ごとの合計額と消費税額"],
    [buyer.name.trim() !== "", "宛名"],
  ];
  return checks.flatMap(([there, name]) => (there ? [] : [name]));
}

/** Null when all six items are there (R1-1). */
export function missingForQualified(doc: Qualifying): string | null {
  const missing = missingItems(doc);
  return missing.length === 0
    ? null
    : `適格請求書に必要な${missing.map((name) => `「${name}」`).join("")}がありません。`;
}

export const INVOICE_STATES = [
  "unpaid",
  "part",
  "paid",
  "overdue",
  "credit",
  "credited",
  "corrected",
  "cancelled",
] as const;
export type InvoiceState = (typeof INVOICE_STATES)[number];

/** At or below zero nothing is to be paid: no account, no day, never 期限超過. */
export const asksPayment = ({ billed_now }: { billed_now: number }): boolean => billed_now > 0;

type Owed = {
  total: number;
  billed_now: number;
  paid: number;
  due_date: ISODate;
  cancelled_time: string | null;
  /** A 赤 has taken it back. */
  is_reversed: boolean;
};

/**
 * Derived, never stored (D18): owed after the due date is 期限超過, also when a part was paid. Of one below zero
 * `paid` is what was used of it, below zero too.
 */
export function invoiceState(owed: Owed, today: ISODate): InvoiceState {
  const { total, paid, due_date, cancelled_time, is_reversed } = owed;
  if (cancelled_time) return "cancelled";
  if (is_reversed) return "corrected";
  if (total < 0) return total < paid ? "credit" : "credited";
  if (total - paid <= 0) return "paid";
  if (today > due_date && asksPayment(owed)) return "overdue";
  return paid > 0 ? "part" : "unpaid";
}

type Cancelling = {
  cancelled_time: string | null;
  correction: Correction | null;
  is_single: boolean;
  is_reversed: boolean;
  settled: number;
  /** A closing issued since has carried it over. */
  follower: string | null;
};

/** 締め解除: newest first, and only while nothing is paid of it and nothing corrects it (R4-9). */
export function cannotCancelInvoice(found: Cancelling): string | null {
  if (found.cancelled_time) return "この請求書は取り消されています。";
  if (found.correction) return "赤黒で発行した請求書は取り消せません。もう一度訂正してください。";
  if (found.is_reversed) return "赤伝で訂正済みのため取り消せません。";
  if (found.follower)
    return found.is_single
      ? `請求書 ${found.follower} の繰越に含まれています。赤黒で訂正してください。`
      : `請求書 ${found.follower} をあとから発行しています。新しいものから順に取り消してください。`;
  return found.settled > 0
    ? "入金が消し込まれているため取り消せません。先に入金の消込を取り消してください。"
    : null;
}

/** 復元: where nothing followed. */
export function cannotRestore({
  cancelled_time,
  follower,
}: Pick<Cancelling, "cancelled_time" | "follower">): string | null {
  if (!cancelled_time) return "この請求書は取り消されていません。";
  return follower
    ? `請求書 ${follower} をあとから発行しているため復元できません。締め直すか、新しい請求書を発行してください。`
    : null;
}

export const monthLabel = (ym: number) => `${Math.floor(ym / 100)}年${ym % 100}月分`;
