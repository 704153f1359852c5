import { daysBetween, type ISODate } from "~/lib/time/date";
import type { Rounding } from "~/lib/vocabulary/rounding";
import { type TaxLine, type TaxTotals, taxByRate } from "./tax";

/** Yen; adjustment is what was waived (値引・手数料等). */
export type Carried = { prev_billed: number; received: number; adjustment: number };
type Summary = TaxTotals & { carried_over: number; billed_now: number };

/** R4-1: carried-over money is not taxed again. */
export function carryOver({ prev_billed, received, adjustment }: Carried, sales: TaxTotals): Summary {
  const carried_over = prev_billed - received - adjustment;
  return { ...sales, carried_over, billed_now: carried_over + sales.total };
}

export function summaryInvoice(input: Carried & { lines: TaxLine[]; rounding: Rounding }): Summary {
  return carryOver(input, taxByRate(input.lines, input.rounding));
}

export type Bill = { key: string; amount: number };
export type Receipt = { amount: number; target?: string | null };
type OpenItem = Bill & { collected: number; open: number };

/** R4-6: explicit 消込 first, the rest oldest first; what no bill takes is 前受 (R4-7). */
export function openItems(bills: Bill[], receipts: Receipt[]): { items: OpenItem[]; unapplied: number } {
  const items = bills.map((bill) => ({ ...bill, collected: 0, open: bill.amount }));
  let free = 0;
  const apply = (item: OpenItem, amount: number) => {
    const part = Math.min(Math.max(item.open, 0), amount);
    item.collected += part;
    item.open -= part;
    return amount - part;
  };
  for (const item of items.filter((i) => i.open < 0)) {
    free -= item.open;
    item.collected = item.open;
    item.open = 0;
  }
  for (const { amount, target } of receipts) {
    const item = target == null ? undefined : items.find((i) => i.key === target);
    free += item ? apply(item, amount) : amount;
  }
  for (const item of items) if (free > 0) free = apply(item, free);
  return { items, unapplied: free };
}

const AGING_BUCKETS = ["期日前", "1-30", "31-60", "61-90", "91-"] as const;

/** R4-8: 年齢表 by due date. */
export function aging(
  due: ISODate,
  asof: ISODate,
): { days_overdue: number; bucket: (typeof AGING_BUCKETS)[number] } {
  const days_overdue = Math.max(0, daysBetween(due, asof));
  return { days_overdue, bucket: AGING_BUCKETS[Math.min(4, Math.ceil(days_overdue / 30))]! };
}
