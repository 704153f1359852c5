import { and, type SQL, sql } from "drizzle-orm";
import { keysetPage, type Orders } from "~/lib/api/keyset.server";
import { containing, type Paging } from "~/lib/api/query.server";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { daysOverdue } from "./ageing";
import { asOf } from "./balance.server";
import type { DueFilter, DueRow } from "./due.list";
import { openBills } from "./open.sql.server";

type Read = Omit<DueRow, "days_overdue">;
const ORDERS: Orders<Read> = {
  key: sql`d.key`,
  keyOf: (row) => row.key,
  by: { due_date: { by: sql`d.due_date`, kind: "date", of: (row) => row.due_date } },
};

/** By the day on which the money is due, each with what will have come by then. */
export async function listDue(
  db: Tx,
  who: Who,
  { after, before, sort, size, q, from, to, on }: DueFilter & Paging,
) {
  const at = asOf(who, on);
  const like = q && containing(q);
  const where = and(
    sql`o.open > 0`,
    from ? sql`o.due_date >= ${from}::date` : undefined,
    to ? sql`o.due_date <= ${to}::date` : undefined,
    like ? sql`(f.name ilike ${like} or o.number ilike ${like})` : undefined,
  );
  const due = sql`(
    select o.*, f.name as buyer_name, o.total - o.open as paid, (sum(o.open) over (order by o.due_date, o.key))::bigint as running
    from ${openBills(at)} o join factory f on f.id = o.buyer_id where ${where}) d`;
  const read = async (more: SQL | undefined, order: SQL, limit: number): Promise<Read[]> => {
    const { rows } = await db.execute<Read>(
      sql`select d.* from ${due} where ${more ?? sql`true`} order by ${order} limit ${limit}`,
    );
    return rows;
  };
  const page = await keysetPage(read, ORDERS, { after, before, sort }, size);
  const {
    rows: [sums],
  } = await db.execute<{ n: number; total: number; paid: number; open: number }>(sql`
    select count(*) as n, coalesce(sum(total), 0)::bigint as total, coalesce(sum(paid), 0)::bigint as paid,
      coalesce(sum(open), 0)::bigint as open from ${due}`);
  const { n, ...figures } = sums!;
  const items = page.items.map((row) => ({ ...row, days_overdue: daysOverdue(row.due_date, at.on) }));
  return { ...page, items, total: n, total_more: false, sums: figures };
}
