import { and, asc, eq, sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import { namesOf } from "~/lib/company/factory.names.server";
import type { Tx } from "~/lib/db/connection.server";
import { milli } from "~/lib/money/decimal";
import { card } from "~/lib/tables/card.table.server";
import { stock_allocation, stock_expected } from "~/lib/tables/stock.table.server";
import type { BreakdownRow, OpenedRow } from "./breakdown.schema";
import { byDue } from "./queue";
import { findStock } from "./stock.read.server";

const CARD = {
  card_key: card.key,
  card_id: card.id,
  card_name: card.name,
  buyer_id: card.buyer_id,
  status: card.status,
  delivery_date: card.delivery_date,
  is_urgent: card.is_urgent,
};
type Found = Omit<BreakdownRow, "buyer_name" | "is_short"> & { buyer_id: string };
const NOT_ALLOCATED = { key: null, allocated_by: null, allocated_time: null };

async function expectedOf(db: Tx, product_id: number, kind: "arriving" | "parts"): Promise<Found[]> {
  const rows = await db
    .select({ ...CARD, num: stock_expected.num, kind: stock_expected.kind })
    .from(stock_expected)
    .innerJoin(card, eq(card.key, stock_expected.card_key))
    .where(and(eq(stock_expected.product_id, product_id), eq(stock_expected.kind, kind)));
  return rows.map((row) => ({ ...row, ...NOT_ALLOCATED }));
}

async function allocatedOf(db: Tx, product_id: number): Promise<Found[]> {
  const rows = await db
    .select({
      ...CARD,
      num: stock_allocation.num,
      key: stock_allocation.key,
      allocated_by: stock_allocation.allocated_by,
      allocated_time: stock_allocation.allocated_time,
    })
    .from(stock_allocation)
    .innerJoin(card, eq(card.key, stock_allocation.card_key))
    .where(and(eq(stock_allocation.product_id, product_id), eq(stock_allocation.state, "open")))
    .orderBy(asc(stock_allocation.key));
  return rows.map((row) => ({ ...row, kind: "allocation" as const }));
}

async function named(db: Tx, rows: Found[], num: string): Promise<{ items: BreakdownRow[] }> {
  const names = await namesOf(db, [...new Set(rows.map(({ buyer_id }) => buyer_id))]);
  let left = milli(num);
  const items = [...rows].sort(byDue).map((row) => {
    const isAllocated = row.kind === "allocation";
    if (isAllocated) left -= milli(row.num);
    return { ...row, buyer_name: names.get(row.buyer_id) ?? "", is_short: isAllocated && left < 0n };
  });
  return { items };
}

export async function arrivingOf(db: Tx, who: Who, product_id: number) {
  const { num } = await findStock(db, who, product_id);
  return named(db, await expectedOf(db, product_id, "arriving"), num);
}

export async function shippingOf(db: Tx, who: Who, product_id: number) {
  const { num } = await findStock(db, who, product_id);
  const rows = [...(await allocatedOf(db, product_id)), ...(await expectedOf(db, product_id, "parts"))];
  return named(db, rows, num);
}

const FIRST = 6;

/** For the list: what each figure opens into, as far as it stands there. */
export async function firstOf(db: Tx, who: Who, ids: number[]): Promise<{ items: OpenedRow[] }> {
  const { rows } = await db.execute<OpenedRow>(sql`
    with waiting as (
      select product_id, kind, card_key, num, null::bigint as key, null as allocated_by, null::timestamptz as allocated_time
        from stock_expected where product_id = any(${sql.param(ids)}::bigint[])
      union all select product_id, 'allocation', card_key, num, key, allocated_by, allocated_time from stock_allocation
        where product_id = any(${sql.param(ids)}::bigint[]) and state = 'open'),
    due as (
      select w.*, c.id as card_id, c.delivery_date, c.buyer_id, sum(w.num) filter (where w.kind = 'allocation') over all_before > s.num as is_short,
        row_number() over all_before as place, count(*) over (partition by w.product_id, w.kind = 'arriving') as num_rows
      from waiting w join card c on c.key = w.card_key
        join stock s on s.product_id = w.product_id and s.seller_id = ${who.company_id}
      window all_before as (partition by w.product_id, w.kind = 'arriving'
        order by c.delivery_date nulls last, c.is_urgent desc, length(c.id), c.id, w.kind rows unbounded preceding))
    select d.product_id::int, d.kind, d.key::int, d.card_key::int, d.card_id, f.name as buyer_name, trim_scale(d.num)::text as num,
      d.delivery_date::text, d.allocated_by, d.allocated_time, d.kind = 'allocation' and coalesce(d.is_short, false) as is_short,
      d.num_rows::int
    from due d join factory f on f.id = d.buyer_id where d.place <= ${FIRST} order by d.product_id, d.place`);
  const timeOf = ({ allocated_time }: OpenedRow) =>
    allocated_time === null ? null : new Date(allocated_time).toISOString();
  return { items: rows.map((row) => ({ ...row, allocated_time: timeOf(row) })) };
}
