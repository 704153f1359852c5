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
    where ${isOf("i", at)} and i.open_until > ${at.on}::date and ${stands("i", at.on)} offset 0) bill
  where open <> 0)`;

/** What is left of each receipt: 前受. */
export const openReceipts = (at: AsOf): SQL => sql`(
  select * from (
    select p.key, p.buyer_id, p.payment_date, a.amount,
      (a.amount - ${refunded("source_payment_key", "p.key", at.on)}
      - coalesce((select sum(s.amount) from settlement s where s.payment_key = p.key and s.settled_date <= ${at.on}::date), 0))::bigint as open
    from payment p
    cross join lateral (select coalesce(sum(l.amount), 0)::bigint as amount from payment_line l where l.payment_key = p.key) a
    where ${isOf("p", at)} and p.direction = 'in' and p.open_until > ${at.on}::date and ${isPaid("p", at.on)} offset 0) receipt
  where open <> 0)`;

/** Of those that stood at the end of the day: neither a 赤 nor taken back by one. */
const billsLine = (on: ISODate): SQL => sql`${stands("i", on)} and i.correction is distinct from 'red'
  and not exists (select 1 from invoice r where r.corrects = i.key and r.correction = 'red' and ${stands("r", on)})`;

/**
 * Delivered, and on no 請求書 that stood at the end of the day, but for what was rejected by then; with tax as
 * it would be billed.
 */
export const unbilled = (at: AsOf): SQL => sql`(
  select buyer_id, sum(base + rounded(base * tax_rate / 100.0, tax_rounding))::bigint as amount
  from (
    select l.buyer_id, l.tax_rate, d.tax_rounding, sum(rounded(coalesce(l.price * (l.num_items - billed.items
      - case when l.inspected_date <= ${at.on}::date then l.num_rejected - l.num_concession else 0 end) / nullif(l.num_items, 0), 0),
      d.amount_rounding)) as base
    from (
      select l.delivery_key, l.line_no from delivery_line l
      where ${isOf("l", at)} and l.is_live and l.num_billed <> l.num_items
      union
      select x.delivery_key, x.delivery_line_no from invoice i join invoice_line x on x.invoice_key = i.key
      where ${isOf("i", at)} and i.invoice_date > ${at.on}::date and i.cancelled_time is null and x.delivery_key is not null
      union
      select l.delivery_key, l.line_no from delivery d join delivery_line l on l.delivery_key = d.key
      where ${isOf("d", at)} and d.cancelled_time is not null and ${tokyoDay("d.cancelled_time")} > ${at.on}::date) line
    join delivery_line l on l.delivery_key = line.delivery_key and l.line_no = line.line_no and l.is_billing_target
    join delivery d on d.key = l.delivery_key and d.delivery_date <= ${at.on}::date
    cross join lateral (select coalesce(sum(b.num_items), 0) as items from invoice_line b join invoice i on i.key = b.invoice_key
      where b.delivery_key = l.delivery_key and b.delivery_line_no = l.line_no and ${billsLine(at.on)}) billed
    group by l.buyer_id, l.tax_rate, d.tax_rounding, case d.invoice_basis when 'delivery_note' then d.key end) part
  where base <> 0 group by buyer_id)`;
