import { and, type SQL, sql } from "drizzle-orm";
import type { AsOf } from "~/lib/accounting/unbilled.sql.server";
import { keysetPage, type Orders } from "~/lib/api/keyset.server";
import { containing, type Paging } from "~/lib/api/query.server";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { daysOverdue } from "./ageing";
import { asOf } from "./balance.server";
import type { DueFilter, DueRow } from "./due.list";
import { maturingLines, openBills } from "./open.sql.server";

type Read = Omit<DueRow, "days_overdue">;
const ORDERS: Orders<Read> = {
  key: sql`d.key`,
  keyKind: "text",
  keyOf: (row) => row.key,
  by: { due_date: { by: sql`d.due_date`, kind: "date", of: (row) => row.due_date } },
};

/** What of 請求書 is open, and what of receipts turns into money later; keys in the order of numbers. */
const awaited = (at: AsOf) => sql`(
  select 'i' || lpad(o.key::text, 15, '0') as key, 'invoice' as kind, o.key as invoice_key, null::bigint as payment_key, o.number,
    o.buyer_id, f.name as buyer_name, o.invoice_date, o.due_date, o.total, o.total - o.open as paid, o.open, null::bigint as maturing
  from ${openBills(at)} o join factory f on f.id = o.buyer_id where o.open > 0
  union all
  select 'p' || lpad(m.payment_key::text, 15, '0') || lpad(m.line_no::text, 3, '0'), m.kind, null, m.payment_key, null,
    m.buyer_id, f.name, null, m.maturity_date, null, null, null, m.amount
  from ${maturingLines(at)} m join factory f on f.id = m.buyer_id)`;

/** By the day on which the money is due, each with what will have come by then. */
export async function listDue(
  db: Tx,
  who: Who,
  { after, before, sort, size, q, from, to, on }: DueFilter & Paging,
) {
  const at = asOf(who, on);
  const like = q && containing(q);
  const where = and(
    sql`true`,
    from ? sql`w.due_date >= ${from}::date` : undefined,
    to ? sql`w.due_date <= ${to}::date` : undefined,
    like ? sql`(w.buyer_name ilike ${like} or w.number ilike ${like})` : undefined,
  );
  let sums = { n: 0, total: 0, paid: 0, open: 0, maturing: 0 };
  // What is open is reckoned once, for the page and for the totals beneath it.
  const read = async (more: SQL | undefined, order: SQL, limit: number): Promise<Read[]> => {
    const { rows } = await db.execute<{ page: Read | null; whole: typeof sums }>(sql`
      with d as materialized (
        select w.*, (sum(coalesce(w.open, w.maturing)) over (order by w.due_date, w.key))::bigint as running
        from ${awaited(at)} w where ${where})
      select to_jsonb(page) as page, to_jsonb(whole) as whole from (
        select count(*)::int as n, coalesce(sum(total), 0)::bigint as total, coalesce(sum(paid), 0)::bigint as paid,
          coalesce(sum(open), 0)::bigint as open, coalesce(sum(maturing), 0)::bigint as maturing from d) whole
      left join (select d.* from d where ${more ?? sql`true`} order by ${order} limit ${limit}) page on true`);
    sums = rows[0]!.whole;
    return rows.flatMap((row) => row.page ?? []);
  };
  const page = await keysetPage(read, ORDERS, { after, before, sort }, size);
  const { n, ...figures } = sums;
  const items = page.items.map((row) => ({
    ...row,
    days_overdue: row.kind === "invoice" ? daysOverdue(row.due_date, at.on) : null,
  }));
  return { ...page, items, total: n, total_more: false, sums: figures };
}
