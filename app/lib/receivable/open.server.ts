import { sql } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import { ADJUSTMENTS } from "~/lib/vocabulary/payment";

export type OpenBooks = Awaited<ReturnType<typeof openBooks>>;

/** Open between two: 請求書 with a rest, 請求書 below zero and receipts with money left, oldest first. */
export async function openBooks(db: Tx, seller_id: string, buyer_id: string) {
  const ours = sql`seller_id = ${seller_id} and buyer_id = ${buyer_id}`;
  const refunded = (source: string) => sql`(select l.${sql.raw(source)} as key, sum(l.amount) as amount
    from payment_line l join payment p on p.key = l.payment_key and p.cancelled_time is null
    where p.seller_id = ${seller_id} and p.buyer_id = ${buyer_id} and p.direction = 'out' group by 1)`;
  const settled = (by: string) =>
    sql`(select ${sql.raw(by)} as key, sum(amount) as amount from settlement where ${ours} group by 1)`;
  const { rows: bills } = await db.execute<Record<"key" | "total" | "open", string> & Bill>(sql`
    select key, number, ym, invoice_date, due_date, total, total - coalesce(s.amount, 0) as open
    from invoice left join ${settled("invoice_key")} s using (key)
    where ${ours} and cancelled_time is null and total > coalesce(s.amount, 0) and total > 0 order by due_date, key`);
  const { rows: notes } = await db.execute<
    Record<"key" | "left", string> & Omit<Bill, "ym" | "due_date">
  >(sql`
    select key, number, invoice_date, -total - coalesce(s.amount, 0) - coalesce(r.amount, 0) as left
    from invoice left join ${settled("credit_key")} s using (key) left join ${refunded("source_credit_key")} r using (key)
    where ${ours} and cancelled_time is null and total < 0 and -total > coalesce(s.amount, 0) + coalesce(r.amount, 0)
    order by invoice_date, key`);
  const { rows: receipts } = await db.execute<
    Record<"key" | "left" | "came", string> & { payment_date: string }
  >(sql`
    select p.key, p.payment_date, l.amount - coalesce(s.amount, 0) - coalesce(r.amount, 0) as left,
      l.came - coalesce(r.amount, 0) as came
    from payment p join (select payment_key as key, sum(amount) as amount,
        coalesce(sum(amount) filter (where kind <> all(${sql.param(ADJUSTMENTS)}::text[])), 0) as came
      from payment_line group by 1) l using (key)
      left join ${settled("payment_key")} s using (key) left join ${refunded("source_payment_key")} r using (key)
    where ${ours} and p.cancelled_time is null and p.direction = 'in' and l.amount > coalesce(s.amount, 0) + coalesce(r.amount, 0)
    order by p.payment_date, p.key`);
  const invoices = bills.map((row) => ({
    ...row,
    key: Number(row.key),
    total: Number(row.total),
    open: Number(row.open),
  }));
  const credits = notes.map((row) => ({ ...row, key: Number(row.key), left: Number(row.left) }));
  const advances = receipts.map(({ came, ...row }) => ({
    ...row,
    key: Number(row.key),
    left: Number(row.left),
    /** Of it came in as money, and was not paid back yet. */
    refundable: Math.max(0, Math.min(Number(row.left), Number(came))),
  }));
  return { invoices, credits, advances };
}

type Bill = { number: string; ym: number; invoice_date: string; due_date: string };
