import { and, type SQL, sql } from "drizzle-orm";
import { keysetPage, type Orders } from "~/lib/api/keyset.server";
import { containing, type Paging } from "~/lib/api/query.server";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { tokyoDate } from "~/lib/time/date";
import { isStanding } from "./basis.server";
import type { PayableFilter, PayableRow } from "./payable.list";

const ORDERS: Orders<PayableRow> = {
  key: sql`d.key`,
  keyOf: (row) => row.key,
  by: { due_date: { by: sql`d.due_date`, kind: "date", of: (row) => row.due_date } },
};

/**
 * 請求書 received, by the day they are to be paid, each with what is needed by then: from this month on, and
 * what is open from before.
 * What a 赤 took back is not to be paid, whenever either is due.
 */
export async function listPayables(
  db: Tx,
  who: Who,
  { after, before, sort, size, q, from, to, state }: PayableFilter & Paging,
) {
  const like = q && containing(q);
  const today = tokyoDate(who.now);
  const isWhole = from === undefined && to === undefined && state === undefined;
  const month = `${today.slice(0, 8)}01`;
  const where = and(
    sql`v.buyer_id = ${who.company_id} and ${isStanding}`,
    isWhole
      ? sql`(v.due_date >= ${month}::date or v.key in (select w.invoice_key from payable_open w
          where w.company_id = ${who.company_id} and w.until = 'infinity' and w.invoice_key is not null))`
      : undefined,
    from ? sql`v.due_date >= ${from}::date` : undefined,
    to ? sql`v.due_date <= ${to}::date` : undefined,
    like ? sql`(f.name ilike ${like} or v.number ilike ${like})` : undefined,
  );
  const paid = sql`(
    select invoice_key as key, sum(amount)::bigint as amount, max(paid_date) as paid_date from (
      select x.invoice_key, x.amount, case when p.cancelled_time is null then p.payment_date end as paid_date
      from payout_part x join payout p on p.key = x.payout_key where x.company_id = ${who.company_id} and x.invoice_key is not null
      union all select x.invoice_key, x.amount, (a.said_time at time zone 'Asia/Tokyo')::date
      from offset_part x join offset_word a on a.offset_key = x.offset_key and a.word = 'agreed'
      where x.seller_id <> ${who.company_id}
        and not exists (select from offset_word c where c.offset_key = x.offset_key and c.word = 'cancelled')) x group by 1)`;
  const all = sql`(
    select v.key, v.number, v.ym, v.invoice_date, v.due_date, v.total, coalesce(p.amount, 0) as paid,
      p.paid_date, v.total - coalesce(p.amount, 0) as open,
      case when v.total = coalesce(p.amount, 0) then 'paid' when coalesce(p.amount, 0) <> 0 then 'part' else 'unpaid' end as state, f.name as seller_name,
      case when v.total > coalesce(p.amount, 0) and v.due_date < ${today}::date then ${today}::date - v.due_date end as days_overdue,
      case when v.is_self_billed then coalesce((select case w.word when 'confirmed' then 'agreed' else 'told' end
          from self_bill_word w where w.invoice_key = v.key order by w.key desc limit 1), 'waiting')
        else coalesce((select case when a.agreed then 'agreed' else 'disputed' end from invoice_answer a
          where a.invoice_key = v.key order by a.key desc limit 1), 'none') end as answer
    from invoice v join factory f on f.id = v.seller_id left join ${paid} p on p.key = v.key where ${where}) a`;
  const due = sql`(
    select a.*, (sum(a.open) over (order by a.due_date, a.key))::bigint as running from ${all}
    where ${state ? sql`a.state = ${state}` : sql`true`}) d`;
  const read = async (more: SQL | undefined, order: SQL, limit: number): Promise<PayableRow[]> => {
    const { rows } = await db.execute<PayableRow>(
      sql`select d.* from ${due} where ${more ?? sql`true`} order by ${order} limit ${limit}`,
    );
    return rows;
  };
  const page = await keysetPage(read, ORDERS, { after, before, sort }, size);
  const {
    rows: [sums],
  } = await db.execute<{ n: number; total: number; paid: number; open: number }>(
    sql`select count(*) as n, coalesce(sum(total), 0)::bigint as total,
      coalesce(sum(paid), 0)::bigint as paid, coalesce(sum(open), 0)::bigint as open from ${due}`,
  );
  const { n, ...figures } = sums!;
  return { ...page, total: n, total_more: false, sums: figures };
}
