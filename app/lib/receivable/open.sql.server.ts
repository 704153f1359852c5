import { type SQL, sql } from "drizzle-orm";
import type { ISODate } from "~/lib/time/date";

/** The end of a day: documents dated and not voided, money dated and not cancelled, up to it. */
export type AsOf = { seller_id: string; on: ISODate; buyer_id?: string };

export const tokyoDay = (column: string): SQL => sql`(${sql.raw(column)} at time zone 'Asia/Tokyo')::date`;
const stands = (bill: string, on: ISODate): SQL =>
  sql`${sql.raw(bill)}.invoice_date <= ${on}::date
    and (${sql.raw(bill)}.cancelled_time is null or ${tokyoDay(`${bill}.cancelled_time`)} > ${on}::date)`;
const isPaid = (payment: string, on: ISODate): SQL =>
  sql`${sql.raw(payment)}.payment_date <= ${on}::date
    and (${sql.raw(payment)}.cancelled_date is null or ${sql.raw(payment)}.cancelled_date > ${on}::date)`;
export const isOf = (table: string, { seller_id, buyer_id }: AsOf): SQL =>
  sql`${sql.raw(table)}.seller_id = ${seller_id}${buyer_id === undefined ? sql`` : sql` and ${sql.raw(table)}.buyer_id = ${buyer_id}`}`;

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
    where ${isOf("i", at)} and i.open_until > ${at.on}::date and ${stands("i", at.on)}) bill
  where open <> 0)`;

/** What is left of each receipt: 前受. */
export const openReceipts = (at: AsOf): SQL => sql`(
  select * from (
    select p.key, p.buyer_id, p.payment_date, a.amount, (a.amount - ${refunded("source_payment_key", "p.key", at.on)}
      - coalesce((select sum(s.amount) from settlement s where s.payment_key = p.key and s.settled_date <= ${at.on}::date), 0))::bigint as open
    from payment p
    cross join lateral (select coalesce(sum(l.amount), 0)::bigint as amount from payment_line l where l.payment_key = p.key) a
    where ${isOf("p", at)} and p.direction = 'in' and p.open_until > ${at.on}::date and ${isPaid("p", at.on)}) receipt
  where open <> 0)`;

/** Delivered, and on no 請求書 that stood at the end of the day; with tax as it would be billed. */
export const unbilled = (at: AsOf): SQL => sql`(
  select buyer_id, sum(base + rounded(base * tax_rate / 100.0, tax_rounding))::bigint as amount
  from (
    select line.buyer_id, line.tax_rate, d.tax_rounding, sum(line.price) as base
    from (
      select l.* from delivery_line l where ${isOf("l", at)} and l.invoice_key is null and l.is_live
      union all
      select l.* from invoice i join delivery_line l on l.invoice_key = i.key
      where ${isOf("i", at)} and i.invoice_date > ${at.on}::date and i.cancelled_time is null
      union all
      select l.* from delivery d join delivery_line l on l.delivery_key = d.key
      where ${isOf("d", at)} and d.cancelled_time is not null and ${tokyoDay("d.cancelled_time")} > ${at.on}::date) line
    join delivery d on d.key = line.delivery_key and d.delivery_date <= ${at.on}::date
    where not exists (select 1 from invoice_line b join invoice i on i.key = b.invoice_key
      where b.delivery_key = line.delivery_key and b.delivery_line_no = line.line_no and ${stands("i", at.on)}
        and i.correction is distinct from 'red'
        and not exists (select 1 from invoice r where r.corrects = i.key and r.correction = 'red' and ${stands("r", at.on)}))
    group by line.buyer_id, line.tax_rate, d.tax_rounding, case d.invoice_basis when 'delivery_note' then d.key end) part
  group by buyer_id)`;
