import { formatNumber } from "~/lib/money/decimal";
import type { ISODate } from "~/lib/time/date";

type OpenInvoice = { key: number; due_date: ISODate; open: number };
export type Allocation = { invoice_key: number; amount: number };
/** Without an amount: as much of it as the money reaches. */
type Asked = { invoice_key: number; amount?: number | undefined };
type Rest = "oldest" | "advance";

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

/** What was typed stays, the empty cells take the rest (「古い順」). */
export function fillEmpty(amount: number, invoices: OpenInvoice[], typed: Allocation[]): Allocation[] {
  const empty = invoices.filter(({ key }) => !typed.some((one) => one.invoice_key === key));
  return [...typed, ...allocate(Math.max(0, amount - sum(typed)), empty)];
}

/** Amounts as asked, then what was chosen without one, then, where asked for or nothing was, the oldest. */
export function plannedAllocations(
  amount: number,
  invoices: OpenInvoice[],
  asked: Asked[] | undefined,
  rest: Rest | undefined,
): Allocation[] {
  if (asked === undefined) return rest === "advance" ? [] : allocate(amount, invoices);
  const named = asked.flatMap((one) => (one.amount === undefined ? [] : [{ ...one, amount: one.amount }]));
  const chosen = invoices.filter(({ key }) =>
    asked.some((one) => one.invoice_key === key && one.amount === undefined),
  );
  const first = fillEmpty(amount, chosen, named);
  return rest === "oldest" ? allocate(amount, invoices, first) : first;
}

/** Never more than is owed, never more than there is (R4-7). */
export function allocationProblem(amount: number, asked: Asked[], open: Map<number, number>): string | null {
  const total = sum(asked.map((one) => ({ amount: one.amount ?? 0 })));
  if (total > amount)
    return `充当の合計 ${formatNumber(total)}円が、充当できる ${formatNumber(amount)}円を超えています。`;
  if (new Set(asked.map((one) => one.invoice_key)).size < asked.length)
    return "同じ請求書が2回指定されています。";
  const over = asked.find((one) => (one.amount ?? 1) > (open.get(one.invoice_key) ?? 0));
  if (!over) return null;
  const left = open.get(over.invoice_key) ?? 0;
  return left === 0
    ? "残額のない請求書が指定されています。"
    : `充当額 ${formatNumber(over.amount!)}円が、請求書の残額 ${formatNumber(left)}円を超えています。`;
}
