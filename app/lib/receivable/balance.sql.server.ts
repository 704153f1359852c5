import { type SQL, sql } from "drizzle-orm";
import { type AsOf, isOf, isSince, unbilled, voidDay } from "~/lib/accounting/unbilled.sql.server";
import type { ISODate } from "~/lib/time/date";
import { ADJUSTMENTS } from "~/lib/vocabulary/payment";
import { openBills, openReceipts } from "./open.sql.server";

const monthStart = (on: ISODate) => `${on.slice(0, 8)}01`;

const listed = (values: readonly string[]) =>
  sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  );

/**
 * What a span of days brought: 請求書 and what was voided of them, money and what was taken back. What is taken
 * back on its own day or before was never there.
 */
export function movements(at: AsOf, from: ISODate): SQL {
  const within = (day: SQL) => sql`${day} between ${from}::date and ${at.on}::date`;
  const bill = (sign: SQL, day: SQL, more: SQL) => sql`
    select i.buyer_id, ${sign} * i.subtotal as sales, ${sign} * i.tax as tax, 0::bigint as received, 0::bigint as adjusted
    from invoice i where ${isOf("i", at)} and ${within(day)} ${more}
      and (i.cancelled_time is null or ${voidDay("i")} > i.invoice_date)`;
  const money = (sign: SQL, day: SQL) => sql`
    select p.buyer_id, 0, 0, case when l.kind in (${listed(ADJUSTMENTS)}) then 0 else a.amount end,
      case when l.kind in (${listed(ADJUSTMENTS)}) then a.amount else 0 end
    from payment p join payment_line l on l.payment_key = p.key
      cross join lateral (select ${sign} * case p.direction when 'in' then l.amount else -l.amount end as amount) a
    where ${isOf("p", at)} and ${within(day)} and (p.cancelled_date is null or p.cancelled_date > p.payment_date)`;
  return sql`(
    select buyer_id, sum(sales)::bigint as sales, sum(tax)::bigint as tax, sum(received)::bigint as received,
      sum(adjusted)::bigint as adjusted
    from (${bill(sql`1`, sql`i.invoice_date`, sql``)}
      union all ${bill(sql`-1`, voidDay("i"), sql`and ${isSince("i.cancelled_time", from)}`)}
      union all ${money(sql`1`, sql`p.payment_date`)}
      union all ${money(sql`-1`, sql`p.cancelled_date`)}) moved
    group by buyer_id)`;
}

const ages = (on: ISODate): SQL => {
  const aged = (from: number | null, to: number | null, name: string) => {
    const days = sql`${on}::date - due_date`;
    const low = from === null ? sql`true` : sql`${days} >= ${sql.raw(String(from))}`;
    const high = to === null ? sql`true` : sql`${days} <= ${sql.raw(String(to))}`;
    return sql`coalesce(sum(open) filter (where open > 0 and ${low} and ${high}), 0)::bigint as ${sql.raw(name)}`;
  };
  return sql.join(
    [
      aged(null, 0, "not_due"),
      aged(1, 30, "days_30"),
      aged(31, 60, "days_60"),
      aged(61, 90, "days_90"),
      aged(91, null, "days_over"),
    ],
    sql`, `,
  );
};

/** A row for each partner that was ever billed, or has anything open. */
export const balances = (at: AsOf): SQL => sql`(
  select c.buyer_id, f.name as buyer_name, c.is_payment_last_date, c.payment_date, c.pay_month, c.pay_day, c.bank_shift,
    (a.billed - m.sales - m.tax + m.received + m.adjusted) as before, m.*, a.billed, a.unbilled,
    a.billed + a.unbilled as balance, b.not_due, b.days_30, b.days_60, b.days_90, b.days_over, a.advance
  from collaboration c join factory f on f.id = c.buyer_id and not f.is_stock
    left join (select buyer_id, ${ages(at.on)}, sum(open)::bigint as open, coalesce(sum(open) filter (where open < 0), 0)::bigint as credit
      from ${openBills(at)} o group by buyer_id) o on o.buyer_id = c.buyer_id
    left join (select buyer_id, sum(open)::bigint as free from ${openReceipts(at)} r group by buyer_id) r on r.buyer_id = c.buyer_id
    left join ${unbilled(at)} u on u.buyer_id = c.buyer_id
    left join ${movements(at, monthStart(at.on))} v on v.buyer_id = c.buyer_id
    cross join lateral (select coalesce(o.not_due, 0) as not_due, coalesce(o.days_30, 0) as days_30, coalesce(o.days_60, 0) as days_60,
      coalesce(o.days_90, 0) as days_90, coalesce(o.days_over, 0) as days_over) b
    cross join lateral (select coalesce(o.open, 0) - coalesce(r.free, 0) as billed, coalesce(u.amount, 0) as unbilled,
      coalesce(o.credit, 0) - coalesce(r.free, 0) as advance) a
    cross join lateral (select coalesce(v.sales, 0) as sales, coalesce(v.tax, 0) as tax, coalesce(v.received, 0) as received,
      coalesce(v.adjusted, 0) as adjusted) m
  where ${isOf("c", at)} and (a.unbilled <> 0
    or exists (select 1 from invoice i where i.seller_id = c.seller_id and i.buyer_id = c.buyer_id and i.invoice_date <= ${at.on}::date)
    or exists (select 1 from payment p where p.seller_id = c.seller_id and p.buyer_id = c.buyer_id and p.payment_date <= ${at.on}::date)))`;
