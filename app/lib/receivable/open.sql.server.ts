import { type SQL, sql } from "drizzle-orm";
import { type AsOf, isAfter, isOf, stands } from "~/lib/accounting/unbilled.sql.server";
import type { ISODate } from "~/lib/time/date";

const isPaid = (payment: string, on: ISODate): SQL =>
  sql`${sql.raw(payment)}.payment_date <= ${on}::date
    and (${sql.raw(payment)}.cancelled_date is null or ${sql.raw(payment)}.cancelled_date > ${on}::date)`;

const refunded = (source: string, key: string, on: ISODate): SQL =>
  sql`coalesce((select sum(l.amount) from payment_line l join payment o on o.key = l.payment_key
    where l.${sql.raw(source)} = ${sql.raw(key)} and ${isPaid("o", on)}), 0)`;

/** What is left of each 請求書; below zero, of a credit. */
export const openBills = (at: AsOf): SQL => sql`(
  select * from (
    select i.key, i.buyer_id, i.number, i.invoice_date, i.due_date, i.total, (i.total
      - coalesce((select sum(s.amount) from settlement s where s.invoice_key = i.key and s.settled_date <= ${at.on}::date), 0)
      + case when i.total < 0 then ${refunded("source_credit_key", "i.key", at.on)}
          + coalesce((select sum(s.amount) from settlement s where s.credit_key = i.key and s.settled_date <= ${at.on}::date), 0)
        else 0 end)::bigint as open
    from invoice i
    where ${isOf("i", at)} and ${isAfter("i.open_until", at.on)} and ${stands("i", at.on)} offset 0) bill
  where open <> 0)`;

/** What is left of each receipt: 前受. */
export const openReceipts = (at: AsOf): SQL => sql`(
  select * from (
    select p.key, p.buyer_id, p.payment_date, a.amount,
      (a.amount - ${refunded("source_payment_key", "p.key", at.on)}
      - coalesce((select sum(s.amount) from settlement s where s.payment_key = p.key and s.settled_date <= ${at.on}::date), 0))::bigint as open
    from payment p
    cross join lateral (select coalesce(sum(l.amount), 0)::bigint as amount from payment_line l where l.payment_key = p.key) a
    where ${isOf("p", at)} and p.direction = 'in' and ${isAfter("p.open_until", at.on)} and ${isPaid("p", at.on)} offset 0) receipt
  where open <> 0)`;

/** Of receipts the lines whose money is still to come: 手形, でんさい and 小切手 with a day of their own. */
export const maturingLines = (at: AsOf): SQL => sql`(
  select p.key as payment_key, l.line_no, p.buyer_id, l.kind, l.maturity_date, l.amount
  from payment p join payment_line l on l.payment_key = p.key
  where ${isOf("p", at)} and p.direction = 'in' and ${isPaid("p", at.on)} and l.seller_id = ${at.seller_id}
    and l.maturity_date >= ${at.on}::date and l.maturity_date <= 'infinity')`;
