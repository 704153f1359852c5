import { and, type SQL, sql } from "drizzle-orm";
import { readAwaiting } from "~/lib/accounting/returned.server";
import { type AsOf, unbilled } from "~/lib/accounting/unbilled.sql.server";
import { keysetPage, type Orders } from "~/lib/api/keyset.server";
import { containing, type Paging } from "~/lib/api/query.server";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { taxByRate } from "~/lib/money/tax";
import { dateParts, isoDate, monthEnd, tokyoDate } from "~/lib/time/date";
import { closingDay } from "~/lib/time/period";
import { AGES } from "./ageing";
import type { BalanceFilter, BalanceRow, BalanceSummary } from "./balance.list";
import { balances, movements } from "./balance.sql.server";
import { openBills, openReceipts } from "./open.sql.server";

const FIGURES = [
  "before",
  "sales",
  "tax",
  "received",
  "adjusted",
  "billed",
  "unbilled",
  "balance",
  ...AGES,
  "advance",
] as const;

const ORDERS: Orders<BalanceRow> = {
  key: sql`b.buyer_id`,
  keyKind: "text",
  keyOf: (row) => row.buyer_id,
  by: {
    buyer_name: { by: sql`b.buyer_name`, kind: "text", of: (row) => row.buyer_name },
    billed: { by: sql`b.billed`, kind: "number", of: (row) => row.billed },
    balance: { by: sql`b.balance`, kind: "number", of: (row) => row.balance },
  },
};

function balancesWhere({ q, closing_day, nonzero }: BalanceFilter): SQL {
  const day = sql`case when b.is_payment_last_date then 31 else coalesce(b.payment_date, 31) end`;
  return and(
    sql`true`,
    q ? sql`b.buyer_name ilike ${containing(q)}` : undefined,
    closing_day ? sql`${day} = ${closing_day}` : undefined,
    nonzero ? sql`(b.balance, b.billed, b.advance) <> (0, 0, 0)` : undefined,
  )!;
}

export const asOf = (who: Who, on: string | undefined, buyer_id?: string) => ({
  seller_id: who.company_id,
  on: on ?? tokyoDate(who.now),
  buyer_id,
});

export async function listBalances(
  db: Tx,
  who: Who,
  { after, before, sort, size, ...filter }: BalanceFilter & Paging,
) {
  const at = asOf(who, filter.on);
  const each = FIGURES.map((name) => sql`coalesce(sum(b.${sql.raw(name)}), 0)::bigint as ${sql.raw(name)}`);
  let total = 0;
  let sums: Record<string, number> = {};
  // The partners are reckoned once, for the page and for the totals beneath it.
  const read = async (more: SQL | undefined, order: SQL, limit: number): Promise<BalanceRow[]> => {
    const { rows } = await db.execute<{ page: BalanceRow | null; total: number; sums: typeof sums }>(sql`
      with b as materialized (select * from ${balances(at)} b where ${balancesWhere(filter)})
      select to_jsonb(page) as page, whole.total, to_jsonb(whole) - 'total' as sums
      from (select count(*)::int as total, ${sql.join(each, sql`, `)} from b) whole left join (
        select b.*, (select max(p.payment_date) from payment p where p.seller_id = ${who.company_id} and p.buyer_id = b.buyer_id
            and p.direction = 'in' and p.payment_date <= ${at.on}::date
            and (p.cancelled_date is null or p.cancelled_date > ${at.on}::date)) as last_payment_date
        from b where ${more ?? sql`true`} order by ${order} limit ${limit}) page on true`);
    ({ total, sums } = rows[0]!);
    return rows.flatMap((row) => row.page ?? []);
  };
  const page = await keysetPage(read, ORDERS, { after, before, sort }, size);
  return { ...page, total, total_more: false, sums };
}

/** With the tax of each 納品書. */
async function awaitingAmount(db: Tx, at: AsOf): Promise<number> {
  const notes = new Map<number, Awaited<ReturnType<typeof readAwaiting>>>();
  for (const one of await readAwaiting(db, at.seller_id, at.on))
    notes.set(one.delivery_key, [...(notes.get(one.delivery_key) ?? []), one]);
  return [...notes.values()].reduce((sum, some) => {
    const lines = some.map(({ line, amount }) => ({ amount, tax_rate: line.tax_rate }));
    return sum + taxByRate(lines, some[0]!.tax_rounding).total;
  }, 0);
}

export async function readSummary(db: Tx, who: Who, on: string | undefined): Promise<BalanceSummary> {
  const at = asOf(who, on);
  const { year, month } = dateParts(at.on);
  const [month_start, month_end] = [isoDate(year, month, 1), isoDate(year, month, monthEnd(year, month))];
  const { rows } = await db.execute<Record<string, number>>(sql`
    select o.open - r.free + u.amount as balance, u.amount as unbilled, o.overdue, o.due_this_month, m.received as received_this_month
    from (select coalesce(sum(open), 0)::bigint as open,
        coalesce(sum(open) filter (where open > 0 and due_date < ${at.on}::date), 0)::bigint as overdue,
        coalesce(sum(open) filter (where open > 0 and due_date between ${month_start}::date and ${month_end}::date), 0)::bigint as due_this_month
        from ${openBills(at)} o) o,
      (select coalesce(sum(open), 0)::bigint as free from ${openReceipts(at)} r) r,
      (select coalesce(sum(amount), 0)::bigint as amount from ${unbilled(at)} u) u,
      (select coalesce(sum(received), 0)::bigint as received from ${movements(at, month_start)} m) m`);
  const { rows: terms } = await db.execute<{
    is_payment_last_date: boolean;
    payment_date: number | null;
  }>(sql`
    select distinct is_payment_last_date, payment_date from collaboration where seller_id = ${who.company_id}`);
  const closing_days = [...new Set(terms.map(closingDay))].sort((a, b) => b - a);
  return {
    ...(rows[0] as unknown as BalanceSummary),
    awaiting_return: await awaitingAmount(db, at),
    on: at.on,
    month_start,
    month_end,
    closing_days,
  };
}
