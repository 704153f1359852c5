import { and, type SQL, sql } from "drizzle-orm";
import { unbilled } from "~/lib/accounting/unbilled.sql.server";
import { keysetPage, type Orders } from "~/lib/api/keyset.server";
import { containing, type Paging } from "~/lib/api/query.server";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { dateParts, type ISODate, isoDate, monthEnd } from "~/lib/time/date";
import { closingDay } from "~/lib/time/period";
import type { OwingFilter, OwingRow, OwingSummary } from "./balance.list";
import { deductionOf } from "./bill";
import { namedDebts, owedBy } from "./debt.server";
import { entries, type Owed } from "./debt.sql.server";
import { unbilledReceipts } from "./match.sql.server";
import { receiptWatch } from "./receipt";

const FIGURES = [
  "before",
  "purchase",
  "tax",
  "paid",
  "set_off",
  "billed",
  "unbilled",
  "balance",
  "overdue",
] as const;
type Read = Omit<OwingRow, "days" | "left" | "level" | "deduction"> & { received_date: string | null };

const ORDERS: Orders<Read> = {
  key: sql`b.partner_id`,
  keyKind: "text",
  keyOf: (row) => row.partner_id,
  by: {
    partner_name: { by: sql`b.partner_name`, kind: "text", of: (row) => row.partner_name },
    balance: { by: sql`b.balance`, kind: "number", of: (row) => row.balance },
  },
};

const monthStart = (on: ISODate) => `${on.slice(0, 8)}01`;

const openSum = (name: string, which: SQL): SQL =>
  sql`coalesce(sum(d.open) filter (where ${which}), 0)::bigint as ${sql.raw(name)}`;

/** A row for each partner who ever billed us, or delivered what is not billed yet. */
function balances(at: Owed): SQL {
  const sums = (["purchase", "tax", "paid", "set_off"] as const).map((name) =>
    sql.raw(`sum(${name})::bigint as ${name}`),
  );
  return sql`(
    select c.seller_id as partner_id, f.name as partner_name, c.is_payment_last_date, c.payment_date, c.pay_month, c.pay_day, c.bank_shift,
      c.toriteki, f.registration_number, m.billed - m.purchase - m.tax + m.paid + m.set_off as before, m.purchase, m.tax, m.paid, m.set_off,
      m.billed, m.unbilled, m.billed + m.unbilled as balance, m.overdue, m.due_date, m.received_date
    from collaboration c join factory f on f.id = c.seller_id
      left join (select partner_id, ${sql.join(sums, sql`, `)} from ${entries(at, monthStart(at.on))} e group by 1) e on e.partner_id = c.seller_id
      left join (select d.partner_id, ${openSum("billed", sql`true`)}, ${openSum("overdue", sql`d.open > 0 and d.due_date < ${at.on}::date`)},
        min(d.due_date) filter (where d.open > 0) as due_date, min(d.received_date) filter (where d.open > 0) as received_date
        from ${namedDebts(at)} d group by 1) d on d.partner_id = c.seller_id
      left join ${unbilled({ buyer_id: at.company_id, on: at.on }, "seller_id")} u on u.seller_id = c.seller_id
      left join ${unbilledReceipts(at)} w on w.partner_id = c.seller_id
      cross join lateral (select coalesce(e.purchase, 0) as purchase, coalesce(e.tax, 0) as tax, coalesce(e.paid, 0) as paid,
        coalesce(e.set_off, 0) as set_off, coalesce(d.billed, 0) as billed, coalesce(u.amount, 0) + coalesce(w.amount, 0) as unbilled,
        coalesce(d.overdue, 0) as overdue, d.due_date, least(d.received_date, u.since, w.since) as received_date) m
    where c.buyer_id = ${at.company_id} and (m.unbilled <> 0 or exists (
      select from payable_open x where x.company_id = c.buyer_id and x.partner_id = c.seller_id and x.date <= ${at.on}::date)))`;
}

const CLOSING_DAY = sql`case when b.is_payment_last_date then 31 else coalesce(b.payment_date, 31) end`;
const balancesWhere = ({ q, closing_day, nonzero }: OwingFilter): SQL =>
  and(
    sql`true`,
    closing_day ? sql`${CLOSING_DAY} = ${closing_day}` : undefined,
    q ? sql`b.partner_name ilike ${containing(q)}` : undefined,
    nonzero ? sql`(b.balance, b.billed) <> (0, 0)` : undefined,
  )!;

function shownRow({ received_date, ...row }: Read, on: ISODate): OwingRow {
  const watch = received_date ? receiptWatch(received_date, on, row.toriteki) : null;
  return {
    ...row,
    deduction: deductionOf(row.registration_number, on),
    days: watch?.days ?? null,
    left: watch?.left ?? null,
    level: watch?.level ?? "ok",
  };
}

export async function listOwing(
  db: Tx,
  who: Who,
  { after, before, sort, size, ...filter }: OwingFilter & Paging,
) {
  const at = owedBy(who, filter.on);
  const each = FIGURES.map((name) => sql`coalesce(sum(b.${sql.raw(name)}), 0)::bigint as ${sql.raw(name)}`);
  let total = 0;
  let sums: Record<string, number> = {};
  // The partners are reckoned once, for the page and for the totals beneath it.
  const read = async (more: SQL | undefined, order: SQL, limit: number): Promise<Read[]> => {
    const { rows } = await db.execute<{ page: Read | null; total: number; sums: typeof sums }>(sql`
      with b as materialized (select * from ${balances(at)} b where ${balancesWhere(filter)})
      select to_jsonb(page) as page, whole.total, to_jsonb(whole) - 'total' as sums
      from (select count(*)::int as total, ${sql.join(each, sql`, `)} from b) whole
      left join (select b.* from b where ${more ?? sql`true`} order by ${order} limit ${limit}) page on true`);
    ({ total, sums } = rows[0]!);
    return rows.flatMap((row) => row.page ?? []);
  };
  const page = await keysetPage(read, ORDERS, { after, before, sort }, size);
  return { ...page, items: page.items.map((row) => shownRow(row, at.on)), total, total_more: false, sums };
}

type Watched = Pick<OwingRow, "toriteki"> & { received_date: string | null };

export async function readOwing(db: Tx, who: Who, on?: string): Promise<OwingSummary> {
  const at = owedBy(who, on);
  const { year, month } = dateParts(at.on);
  const [month_start, month_end] = [monthStart(at.on), isoDate(year, month, monthEnd(year, month))];
  const { rows: awaited } = await db.execute<Watched & Pick<OwingRow, "unbilled">>(sql`
    select c.toriteki, coalesce(u.amount, 0) + coalesce(w.amount, 0) as unbilled, least(u.since, w.since) as received_date
    from collaboration c
      left join ${unbilled({ buyer_id: at.company_id, on: at.on }, "seller_id")} u on u.seller_id = c.seller_id
      left join ${unbilledReceipts(at)} w on w.partner_id = c.seller_id
    where c.buyer_id = ${at.company_id} and (u.amount is not null or w.amount is not null)`);
  const {
    rows: [moved],
  } = await db.execute<Pick<OwingSummary, "paid_this_month">>(sql`
    select coalesce(sum(paid), 0)::bigint as paid_this_month from ${entries(at, month_start)} e`);
  const { rows: debts } = await db.execute<Watched & { due_date: string; open: number }>(
    sql`select toriteki, due_date, received_date, open from ${namedDebts(at)} d`,
  );
  const { rows: terms } = await db.execute<Pick<OwingRow, "is_payment_last_date" | "payment_date">>(sql`
    select distinct is_payment_last_date, payment_date from collaboration where buyer_id = ${at.company_id}`);
  const total = (rows: { open: number }[]) => rows.reduce((sum, { open }) => sum + open, 0);
  const owed = debts.filter(({ open }) => open > 0);
  const due = owed.filter(({ due_date }) => due_date >= month_start && due_date <= month_end);
  const isSoon = ({ received_date, toriteki }: Watched) =>
    received_date !== null && receiptWatch(received_date, at.on, toriteki).level !== "ok";
  const coming = awaited.reduce((sum, row) => sum + row.unbilled, 0);
  return {
    on: at.on,
    month_start,
    month_end,
    ...moved!,
    unbilled: coming,
    balance: coming + total(debts),
    overdue: total(owed.filter(({ due_date }) => due_date < at.on)),
    due_this_month: total(due),
    soon: owed.filter(isSoon).length,
    unbilled_soon: awaited.filter((row) => row.unbilled > 0 && isSoon(row)).length,
    closing_days: [...new Set(terms.map(closingDay))].sort((a, b) => b - a),
  };
}
