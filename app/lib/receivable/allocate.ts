import { formatNumber } from "~/lib/money/decimal";
import type { ISODate } from "~/lib/time/date";

export type OpenInvoice = { key: number; due_date: ISODate; open: number };
export type Allocation = { invoice_key: number; amount: number };

const sum = (rows: { amount: number }[]) => rows.reduce((total, { amount }) => total + amount, 0);
const byDue = (a: OpenInvoice, b: OpenInvoice) =>
  a.due_date === b.due_date ? a.key - b.key : a.due_date < b.due_date ? -1 : 1;

/** Those named first, the rest to the oldest due; what none takes is 前受 (R4-6). */
export function allocate(amount: number, invoices: OpenInvoice[], named: Allocation[] = []): Allocation[] {
  let left = amount - sum(named);
  const more = new Map<number, number>();
  const given = (key: number) => named.find((one) => one.invoice_key === key)?.amount ?? 0;
  for (const { key, open } of [...invoices].sort(byDue)) {
    const part = Math.max(0, Math.min(open - given(key), left));
    left -= part;
    if (part > 0) more.set(key, part);
  }
  const both = named.map((one) => ({ ...one, amount: one.amount + (more.get(one.invoice_key) ?? 0) }));
  const rest = [...more].filter(([key]) => given(key) === 0);
  return [...both, ...rest.map(([invoice_key, part]) => ({ invoice_key, amount: part }))];
}

/** 「古い順」 of the form: what was typed stays, the empty cells take the rest. */
export function fillEmpty(amount: number, invoices: OpenInvoice[], typed: Allocation[]): Allocation[] {
  const empty = invoices.filter(({ key }) => !typed.some((one) => one.invoice_key === key));
  return [...typed, ...allocate(Math.max(0, amount - sum(typed)), empty)];
}

/** Never more than is owed, never more than there is (R4-7). */
export function allocationProblem(
  amount: number,
  allocations: Allocation[],
  open: Map<number, number>,
): string | null {
  const total = sum(allocations);
  if (total > amount)
    return `充当の合計 ${formatNumber(total)}円が、充当できる ${formatNumber(amount)}円を超えています。`;
  if (new Set(allocations.map((one) => one.invoice_key)).size < allocations.length)
    return "同じ請求書が2回指定されています。";
  const over = allocations.find((one) => one.amount > (open.get(one.invoice_key) ?? 0));
  return over
    ? `充当額 ${formatNumber(over.amount)}円が、請求書の残額 ${formatNumber(open.get(over.invoice_key) ?? 0)}円を超えています。`
    : null;
}
