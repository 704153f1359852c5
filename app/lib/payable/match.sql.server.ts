import { type SQL, sql } from "drizzle-orm";
import { taxRate } from "~/lib/money/tax";
import type { Owed } from "./debt.sql.server";

const tokyoDay = (column: string): SQL => sql`(${sql.raw(column)} at time zone 'Asia/Tokyo')::date`;
const toOne = (column: string, partner_id: string | undefined): SQL =>
  partner_id === undefined ? sql`` : sql` and ${sql.raw(column)} = ${partner_id}`;
/** A card and its branches: 枝 and what is made again are numbered behind it. */
const isOfFamily = (card: string, root: string): SQL =>
  sql.raw(`(${card}.key = ${root}.key or starts_with(${card}.id, ${root}.id || '-'))`);
/** As it stands: no 赤, not cancelled, and not taken back by a 赤. */
const stands = sql`i.cancelled_time is null and i.correction is distinct from 'red' and not exists (
  select from invoice r where r.corrects = i.key and r.correction = 'red' and r.cancelled_time is null)`;
const lastVersion = sql`(select v.unit, v.unit_price, v.num_units, v.num_items from order_revision_line v
  where (v.order_key, v.line_no) = (o.order_key, o.line_no) order by v.revision desc limit 1)`;

export type Matched = { company_id: string; ym: number; partner_id?: string | undefined };

/** 請求書 of a month, and the papers that were entered for it. */
export const papersOf = ({ company_id, ym, partner_id }: Matched): SQL => sql`
  select 'i' || i.key as id, i.key, i.seller_id as partner_id, i.number, i.version, i.invoice_date as date, i.by_rate, i.by_note, i.tax_rounding,
    i.subtotal, i.tax, coalesce(i.is_self_billed and (select w.word from self_bill_word w where w.invoice_key = i.key order by w.key desc limit 1)
      = 'disputed', false) as is_disputed
  from invoice i where i.buyer_id = ${company_id} and i.ym = ${ym}${toOne("i.seller_id", partner_id)} and ${stands}
  union all
  select 'b' || b.key, b.key, b.partner_id, b.number, b.version, b.bill_date, b.by_rate, '[]', c.tax_rounding, b.subtotal, b.tax, false
  from payable_bill b join collaboration c on c.seller_id = b.partner_id and c.buyer_id = b.company_id
  where b.company_id = ${company_id} and b.kind = 'invoice' and b.account = 'outsourcing' and b.cancelled_time is null
    and b.month_billed = ${ym}${toOne("b.partner_id", partner_id)}`;

/** What a 請求書 of the month says, line by line. */
export const billedLines = ({ company_id, ym, partner_id }: Matched): SQL => sql`
  select x.invoice_key, i.number as invoice_number, i.seller_id as partner_id, x.line_no, x.delivery_key, x.delivery_line_no, x.delivery_number,
    x.order_id, x.name, x.sales_date as date, trim_scale(x.num_items)::text as num_items, trim_scale(x.num_units)::text as num_units, x.unit,
    trim_scale(x.unit_price)::text as unit_price, x.price, x.tax_rate, x.inspection_key
  from invoice i join invoice_line x on x.invoice_key = i.key
  where i.buyer_id = ${company_id} and i.ym = ${ym}${toOne("i.seller_id", partner_id)} and ${stands}
  order by i.seller_id, x.invoice_key, x.line_no`;

/**
 * Lines of 納品書 that the month bills, or nothing has billed whole: what was accepted of each (受入 of the
 * card where it was sent out, the oldest 納品書 first; what goes beyond that by 検収 alone), at the price
 * that was ordered.
 */
export const deliveredLines = ({ company_id, ym, partner_id }: Matched): SQL => sql`
  select l.seller_id as partner_id, l.delivery_key, l.line_no, d.number as delivery_number, d.delivery_date as date, l.order_id, l.name,
    o.card_key, trim_scale(l.num_items)::text as num_items, trim_scale(l.num_units)::text as num_units, l.unit,
    trim_scale(coalesce(case when coalesce(v.unit, o.unit) = l.unit then coalesce(v.unit_price, o.unit_price) end,
      l.unit_price))::text as unit_price,
    l.tax_rate, d.amount_rounding, (k.key is not null and k.received_time is null) as is_awaited,
    trim_scale(case when l.num_items <= 0 then l.num_items
      when k.key is null then l.num_items - l.num_rejected
      when b.items >= k.num_good then l.num_accepted
      else greatest(least(l.num_items - l.num_rejected, coalesce(k.num_good, 0) - coalesce(b.items, 0)), 0) end)::text as accepted,
    trim_scale(coalesce(e.items, 0))::text as billed_elsewhere, trim_scale(coalesce(h.items, 0))::text as billed_here
  from (
    select x.delivery_key, x.line_no from delivery_line x
    where x.buyer_id = ${company_id}${toOne("x.seller_id", partner_id)} and x.is_live and x.is_billing_target and x.num_billed <> x.num_items
    union
    select x.delivery_key, x.delivery_line_no from invoice i join invoice_line x on x.invoice_key = i.key
    where i.buyer_id = ${company_id} and i.ym = ${ym}${toOne("i.seller_id", partner_id)} and x.delivery_key is not null and ${stands}) one
  join delivery_line l on l.delivery_key = one.delivery_key and l.line_no = one.line_no
  join delivery d on d.key = l.delivery_key
  left join card c on c.key = l.card_key
  left join lateral (select o.*, r.id as root_id from order_line o join card r on r.key = o.card_key
    where o.order_key = c.order_key and ${isOfFamily("c", "r")} order by length(r.id) desc limit 1) o on true
  left join lateral ${lastVersion} v on true
  left join card_link k on k.partner_key = o.card_key and k.seller_id = ${company_id} and k.cancelled_time is null
  left join lateral (select sum(x.num_items - x.num_rejected) as items from card y join delivery_line x on x.card_key = y.key
    where k.key is not null and y.order_key = c.order_key and (y.key = o.card_key or starts_with(y.id, o.root_id || '-'))
      and x.is_live and x.num_items > 0 and (x.delivery_key, x.line_no) < (l.delivery_key, l.line_no)) b on true
  left join lateral (select sum(x.num_items) as items from invoice_line x join invoice i on i.key = x.invoice_key
    where (x.delivery_key, x.delivery_line_no) = (l.delivery_key, l.line_no) and x.inspection_key is null and i.ym <> ${ym} and ${stands}) e on true
  left join lateral (select sum(x.num_items) as items from invoice_line x join invoice i on i.key = x.invoice_key
    where (x.delivery_key, x.delivery_line_no) = (l.delivery_key, l.line_no) and x.inspection_key is null and i.ym = ${ym} and ${stands}) h on true
  order by l.seller_id, d.delivery_date, l.delivery_key, l.line_no`;

/** Cards received back of which no 納品書 stood at the end of the day, at the price that was ordered. */
export const cardReceipts = ({ company_id, on, partner_id }: Owed): SQL => sql`(
  select k.partner_id, k.partner_key as card_key, k.card_key as own_key, r.id as card_id, r.order_id, r.name,
    ${tokyoDay("k.received_time")} as date,
    rest.items, units.num as num_units, coalesce(v.unit, o.unit) as unit, coalesce(v.unit_price, o.unit_price, r.unit_price) as unit_price,
    rounded(units.num * coalesce(v.unit_price, o.unit_price, r.unit_price, 0), p.amount_rounding) as amount, p.tax_rounding
  from card_link k join card r on r.key = k.partner_key and r.is_billing_target
  join order_line o on o.order_key = k.order_key and o.card_key = k.partner_key
  join collaboration p on p.seller_id = k.partner_id and p.buyer_id = k.seller_id
  left join lateral ${lastVersion} v on true
  cross join lateral (select coalesce(sum(l.num_items), 0) as items from card c join delivery_line l on l.card_key = c.key
      join delivery d on d.key = l.delivery_key
    where c.order_key = k.order_key and ${isOfFamily("c", "r")} and l.num_items > 0 and l.replaces_key is null
      and d.delivery_date <= ${on}::date and (d.cancelled_time is null or ${tokyoDay("d.cancelled_time")} > ${on}::date)) given
  cross join lateral (select k.num_good - given.items as items) rest
  cross join lateral (select round(coalesce(v.num_units, o.num_units) * rest.items / nullif(coalesce(v.num_items, o.num_items), 0), 3) as num) units
  where k.seller_id = ${company_id}${toOne("k.partner_id", partner_id)} and k.received_time is not null and k.cancelled_time is null
    -- As of today most are delivered whole, which the card itself knows.
    and (r.num_delivered < k.num_good or ${on}::date < (now() at time zone 'Asia/Tokyo')::date)
    and ${tokyoDay("k.received_time")} <= ${on}::date and rest.items > 0)`;

/**
 * 未請求 of those, with tax, by partner: on no paper 請求書 of their time, and neither matched nor let go. A
 * paper of a month that is closed bills what the closing said.
 */
export const unbilledReceipts = (at: Owed): SQL => sql`(
  select partner_id, sum(base + rounded(base * ${taxRate(at.on)} / 100.0, tax_rounding))::bigint as amount, min(since) as since from (
    select x.partner_id, x.tax_rounding, sum(x.amount) as base, min(x.date) as since from ${cardReceipts(at)} x
    left join lateral (select m.answer, m.ym from payable_match_word m where m.company_id = ${at.company_id} and m.partner_id = x.partner_id
      and m.line = 'c' || x.card_key and ${tokyoDay("m.said_time")} <= ${at.on}::date order by m.key desc limit 1) w on true
    where coalesce(w.answer, '') not in ('accept', 'billed') and not exists (
      select from payable_bill b where b.company_id = ${at.company_id} and b.partner_id = x.partner_id and b.kind = 'invoice'
        and b.account = 'outsourcing' and b.covers_until >= x.date and b.bill_date <= ${at.on}::date
        and (b.cancelled_date is null or b.cancelled_date > ${at.on}::date)
        and (w.answer is distinct from 'later' or to_char(b.covers_until, 'YYYYMM')::int > w.ym)
        and (select z.act from payable_match_close z where z.company_id = b.company_id and z.partner_id = b.partner_id
          and z.ym = to_char(b.covers_until, 'YYYYMM')::int order by z.key desc limit 1) is distinct from 'closed')
    group by 1, 2) part
  group by 1)`;
