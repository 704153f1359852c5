import type { ISODate } from "~/lib/time/date";
import type { ByRate } from "~/lib/vocabulary/document";

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

export const INVOICE_STATES = ["unpaid", "part", "paid", "overdue", "cancelled"] as const;
export type InvoiceState = (typeof INVOICE_STATES)[number];

type Owed = { total: number; paid: number; due_date: ISODate; cancelled_time: string | null };

/** Derived, never stored (D18): owed after the due date is 期限超過, also when a part was paid. */
export function invoiceState({ total, paid, due_date, cancelled_time }: Owed, today: ISODate): InvoiceState {
  if (cancelled_time) return "cancelled";
  if (total - paid <= 0) return "paid";
  if (today > due_date) return "overdue";
  return paid > 0 ? "part" : "unpaid";
}

type Cancelling = { cancelled_time: string | null; settled: number; ym: number; newest_ym: number };

/** 締め解除: newest first, and only while no payment is allocated to it (R4-9). */
export function cannotCancelInvoice({ cancelled_time, settled, ym, newest_ym }: Cancelling): string | null {
  if (cancelled_time) return "この請求書は取り消されています。";
  if (newest_ym > ym)
    return `${monthLabel(newest_ym)}が締め済みです。新しい月から順に締めを解除してください。`;
  return settled > 0
    ? "入金が消し込まれているため取り消せません。先に入金の消込を取り消してください。"
    : null;
}

export const monthLabel = (ym: number) => `${Math.floor(ym / 100)}年${ym % 100}月分`;
