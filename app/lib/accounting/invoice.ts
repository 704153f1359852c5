import { type Bill, openItems, type Receipt } from "~/lib/money/balance";
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

/** Those named, or the oldest first; what is left is 前受 (R4-7). */
export function allocate(
  amount: number,
  open: { key: number; open: number }[],
): { invoice_key: number; amount: number }[] {
  let left = amount;
  return open.flatMap(({ key, open: owed }) => {
    const part = Math.min(Math.max(owed, 0), left);
    left -= part;
    return part > 0 ? [{ invoice_key: key, amount: part }] : [];
  });
}

/** Never more than is owed, never more than came in (R4-7). */
export function allocationProblem(
  amount: number,
  allocations: { invoice_key: number; amount: number }[],
  owed: Map<number, number>,
): string | null {
  if (allocations.reduce((sum, one) => sum + one.amount, 0) > amount)
    return "消込の合計が入金額を超えています。";
  if (new Set(allocations.map((one) => one.invoice_key)).size < allocations.length)
    return "同じ請求書が2回指定されています。";
  const over = allocations.find((one) => one.amount > (owed.get(one.invoice_key) ?? 0));
  return over ? "消込額が請求書の残額を超えています。" : null;
}

/** Explicit 消込 first, the rest oldest first (R4-6). */
export function openInvoices(
  invoices: { key: number; total: number }[],
  receipts: { amount: number; invoice_key: number | null }[],
) {
  const bills = invoices.map((one): Bill => ({ key: String(one.key), amount: one.total }));
  const money = receipts.map(
    (one): Receipt => ({
      amount: one.amount,
      target: one.invoice_key === null ? null : String(one.invoice_key),
    }),
  );
  const { items, unapplied } = openItems(bills, money);
  return {
    items: items.map((item) => ({ key: Number(item.key), paid: item.collected, open: item.open })),
    unapplied,
  };
}
