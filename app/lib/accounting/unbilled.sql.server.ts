import { and, type SQL, sql } from "drizzle-orm";
import { addDays, type ISODate } from "~/lib/time/date";

/** The end of a day: documents dated and not voided, money dated and not cancelled, up to it. */
export type AsOf = { seller_id: string; on: ISODate; buyer_id?: string };
/** As seen by whom it is owed, or by who owes it. */
type SideAsOf = AsOf | { buyer_id: string; on: ISODate; seller_id?: string };

const tokyoDay = (column: string): SQL => sql`(${sql.raw(column)} at time zone 'Asia/Tokyo')::date`;
/** From when on a cancelled 請求書 counts no more; null while it stands. */
export const voidDay = (bill: string): SQL => sql`void_day(${sql.raw(bill)})`;
export const stands = (bill: string, on: ISODate): SQL =>
  sql`${sql.raw(bill)}.invoice_date <= ${on}::date
    and (${sql.raw(bill)}.cancelled_time is null or ${voidDay(bill)} > ${on}::date)`;
// A range: how much of it there is must not be asked of each day's statistics, or each request plans anew.
export const isAfter = (column: string, on: ISODate): SQL =>
  sql`${sql.raw(column)} > ${on}::date and ${sql.raw(column)} <= 'infinity'`;
/** From the beginning of that day in Tokyo on; a range, as above. */
export const isSince = (column: string, on: ISODate): SQL =>
  sql`${sql.raw(column)} >= (${on}::date::timestamp at time zone 'Asia/Tokyo') and ${sql.raw(column)} <= 'infinity'`;
export function isOf(table: string, { seller_id, buyer_id }: SideAsOf): SQL {
  const own = (column: string, id: string | undefined) =>
    id === undefined ? undefined : sql`${sql.raw(table)}.${sql.raw(column)} = ${id}`;
  return and(own("seller_id", seller_id), own("buyer_id", buyer_id))!;
}

/** Of those that stood at the end of the day: neither a 赤 nor taken back by one. */
const billsLine = (on: ISODate): SQL => sql`${stands("i", on)} and i.correction is distinct from 'red'
  and not exists (select 1 from invoice r where r.corrects = i.key and r.correction = 'red' and ${stands("r", on)})`;

/** 検収 as of the day: what is rejected, and 特採 agreed by then that is on no 請求書, at its own price (R4-10). */
const judged = (on: ISODate): SQL => sql`(
  select coalesce(sum(n.num_rejected) filter (where not is_agreed), 0) as rejected,
    coalesce(sum(n.num_rejected) filter (where is_agreed and not is_billed), 0) as reduced,
    coalesce(sum(rounded(l.num_units * n.num_rejected / nullif(l.num_items, 0) * n.unit_price, d.amount_rounding))
      filter (where is_agreed and not is_billed), 0) as reduced_price
  from inspection n
  cross join lateral (select exists (select from inspection_answer a where a.inspection_key = n.key and a.agreed
      and n.treatment = 'concession' and ${tokyoDay("a.answered_time")} <= ${on}::date) as is_agreed,
    exists (select from invoice_line b join invoice i on i.key = b.invoice_key
      where b.inspection_key = n.key and ${billsLine(on)}) as is_billed offset 0) x
  where n.delivery_key = l.delivery_key and n.line_no = l.line_no and n.kind <> 'reversed' and n.inspected_date <= ${on}::date
    and not exists (select from inspection r where r.reverses = n.key and ${tokyoDay("r.recorded_time")} <= ${on}::date))`;

/** What inspection and billing said, at the end of the day, of each line that was rejected by then. */
export const rejectedLines = ({ seller_id, on }: AsOf): SQL => sql`(
  select n.delivery_key, n.line_no, sum(n.num_rejected) as num_rejected,
    coalesce(sum(n.num_rejected) filter (where n.treatment = 'concession' and exists (select from inspection_answer a
      where a.inspection_key = n.key and a.agreed and ${tokyoDay("a.answered_time")} <= ${on}::date)), 0) as num_concession,
    (select coalesce(sum(b.num_items), 0) from invoice_line b join invoice i on i.key = b.invoice_key
      where b.delivery_key = n.delivery_key and b.delivery_line_no = n.line_no and ${billsLine(on)}) as num_billed
  from inspection n
  where n.seller_id = ${seller_id} and n.num_rejected <> 0 and n.kind <> 'reversed' and n.inspected_date <= ${on}::date
    and not exists (select from inspection r where r.reverses = n.key and ${tokyoDay("r.recorded_time")} <= ${on}::date)
  group by n.delivery_key, n.line_no having sum(n.num_rejected) > 0)`;

/**
 * Lines delivered, and on no 請求書 that stood at the end of the day, but for what was rejected by then: more of
 * that than is left leaves 0, and the rest is 返品待ち.
 */
const unbilledLines = (at: SideAsOf): SQL => sql`(
  select l.delivery_key, l.seller_id, l.buyer_id, l.tax_rate, d.tax_rounding, d.amount_rounding, d.invoice_basis, d.delivery_date, l.price, l.num_items,
    open.items, judged.reduced, judged.reduced_price
  from (
    select l.delivery_key, l.line_no from delivery_line l
    where ${isOf("l", at)} and l.is_live and l.num_billed <> l.num_items
    union
    select x.delivery_key, x.delivery_line_no from invoice i join invoice_line x on x.invoice_key = i.key
    where ${isOf("i", at)} and ${isAfter("i.invoice_date", at.on)} and i.cancelled_time is null and x.delivery_key is not null
    union
    select l.delivery_key, l.line_no from delivery d join delivery_line l on l.delivery_key = d.key
    where ${isOf("d", at)} and ${isSince("d.cancelled_time", addDays(at.on, 1))}) line
  join delivery_line l on l.delivery_key = line.delivery_key and l.line_no = line.line_no and l.is_billing_target
  join delivery d on d.key = l.delivery_key and d.delivery_date <= ${at.on}::date
  cross join lateral (select coalesce(sum(b.num_items), 0) as items from invoice_line b join invoice i on i.key = b.invoice_key
    where b.delivery_key = l.delivery_key and b.delivery_line_no = l.line_no and ${billsLine(at.on)}) billed
  cross join lateral ${judged(at.on)} judged
  cross join lateral (select l.num_items - billed.items - judged.rejected as whole) rest
  cross join lateral (select case when l.num_items > 0 then greatest(whole - judged.reduced, 0) + judged.reduced
    else whole end as items) open)`;

export const unbilledNotes = (at: AsOf): SQL =>
  sql`(select delivery_key from ${unbilledLines(at)} line where items <> 0)`;

/** With tax as it would be billed, by partner, and when the first of it was delivered. */
export const unbilled = (at: SideAsOf, partner: "buyer_id" | "seller_id" = "buyer_id"): SQL => sql`(
  select ${sql.raw(partner)}, sum(base + rounded((base + taxed.base_before) * tax_rate / 100.0, tax_rounding) - taxed.tax_before)::bigint as amount,
    min(since) as since
  from (
    select ${sql.raw(partner)}, tax_rate, tax_rounding, case invoice_basis when 'delivery_note' then delivery_key end as note_key,
      sum(reduced_price + rounded(coalesce(price * (items - reduced) / nullif(num_items, 0), 0), amount_rounding)) as base,
      min(delivery_date) filter (where items > 0) as since
    from ${unbilledLines(at)} line
    group by ${sql.raw(partner)}, tax_rate, tax_rounding, note_key) part
  cross join lateral (select coalesce(sum(n.base), 0) as base_before, coalesce(sum(n.tax), 0) as tax_before
    from invoice i cross join jsonb_to_recordset(i.by_note) n (delivery_key bigint, tax_rate integer, base bigint, tax bigint)
    where part.note_key is not null and n.delivery_key = part.note_key and n.tax_rate = part.tax_rate and ${billsLine(at.on)}
      and i.key in (select x.invoice_key from invoice_line x where x.delivery_key = part.note_key)) taxed
  where base <> 0 group by ${sql.raw(partner)})`;
