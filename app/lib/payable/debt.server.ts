import { and, type SQL, sql } from "drizzle-orm";
import { keysetPage, type Orders } from "~/lib/api/keyset.server";
import { containing, type Paging } from "~/lib/api/query.server";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { daysOverdue } from "~/lib/receivable/ageing";
import { waitingParts } from "~/lib/receivable/offset.read.server";
import { tokyoDate } from "~/lib/time/date";
import { deductionOf } from "./bill";
import type { DebtFilter, DebtRow } from "./debt.list";
import { isDisputed, type Owed, openDebts, paidAfter, receiptsOf } from "./debt.sql.server";
import { type Receipt, receiptWatch } from "./receipt";

type Read = Omit<DebtRow, "waiting" | "coming" | "days_overdue" | "days" | "left" | "level" | "deduction">;
const ORDERS: Orders<Read> = {
  key: sql`d.id`,
  keyKind: "text",
  keyOf: (row) => row.id,
  by: { due_date: { by: sql`d.due_date`, kind: "date", of: (row) => row.due_date } },
};

export const owedBy = (who: Who, on?: string, partner_id?: string): Owed => ({
  company_id: who.company_id,
  on: on ?? tokyoDate(who.now),
  partner_id,
});

/** With the partner, the day of the first receipt, and the 登録番号 that it bears. */
export const namedDebts = (at: Owed): SQL => sql`(
  select d.id, d.kind, d.key, d.partner_id, f.name as partner_name, d.number, d.ym, d.account, d.date, d.due_date, d.total, d.paid,
    coalesce(n.amount, 0)::bigint as planned, d.open,
    case when d.id like 'i%' then (select min(r.received_date) from ${receiptsOf(sql`array[d.key]`)} r)
      else d.received_date end as received_date,
    c.toriteki, c.fee_bearer, case when d.id like 'i%' then (select i.seller ->> 'registration_number' from invoice i where i.key = d.key)
      else b.registration_number end as registration_number
  from ${openDebts(at)} d left join ${paidAfter(at)} n on n.id = d.id join factory f on f.id = d.partner_id
    join collaboration c on c.seller_id = d.partner_id and c.buyer_id = ${at.company_id}
    left join payable_bill b on d.id like 'b%' and b.key = d.key)`;

/** By the day on which it is to be paid, each with what is needed by then. */
export async function listDebts(
  db: Tx,
  who: Who,
  { after, before, sort, size, q, partner_id, ids, from, to, on }: DebtFilter & Paging,
) {
  // Of a day that is named, as it was then; else with what is to come.
  const at = { ...owedBy(who, on, partner_id), ahead: on === undefined };
  const like = q && containing(q);
  const where = and(
    sql`true`,
    ids ? sql`w.id = any(${sql.param(ids.split(" "))}::text[])` : undefined,
    from ? sql`w.due_date >= ${from}::date` : undefined,
    to ? sql`w.due_date <= ${to}::date` : undefined,
    like ? sql`(w.partner_name ilike ${like} or w.number ilike ${like})` : undefined,
  );
  let sums = { n: 0, total: 0, paid: 0, open: 0 };
  // What is open is reckoned once, for the page and for the totals beneath it.
  const read = async (more: SQL | undefined, order: SQL, limit: number): Promise<Read[]> => {
    const { rows } = await db.execute<{ page: Read | null; whole: typeof sums }>(sql`
      with d as materialized (
        select w.*, (sum(w.open) over (order by w.due_date, w.id))::bigint as running from ${namedDebts(at)} w where ${where})
      select to_jsonb(page) as page, to_jsonb(whole) as whole from (
        select count(*)::int as n, coalesce(sum(total), 0)::bigint as total, coalesce(sum(paid), 0)::bigint as paid,
          coalesce(sum(open), 0)::bigint as open from d) whole
      left join (select d.*, ${isDisputed("d.id", "d.key")} as is_disputed from d where ${more ?? sql`true`} order by ${order} limit ${limit}) page on true`);
    sums = rows[0]!.whole;
    return rows.flatMap((row) => row.page ?? []);
  };
  const page = await keysetPage(read, ORDERS, { after, before, sort }, size);
  const { n, ...figures } = sums;
  const waiting = await waitingParts(db, who);
  return {
    ...page,
    items: page.items.map((row) => ({
      ...watched(row, at.on),
      waiting: row.id.startsWith("i") ? (waiting.get(row.key) ?? 0) : 0,
    })),
    total: n,
    total_more: false,
    sums: figures,
  };
}

function watched<R extends Read>(row: R, on: string) {
  const watch = row.received_date && row.open > 0 ? receiptWatch(row.received_date, on, row.toriteki) : null;
  return {
    ...row,
    coming: row.date > on,
    deduction: deductionOf(row.registration_number, row.received_date ?? row.date),
    days_overdue: row.open > 0 ? daysOverdue(row.due_date, on) : null,
    days: watch?.days ?? null,
    left: watch?.left ?? null,
    level: watch?.level ?? ("ok" as const),
  };
}

export type OpenDebt = Omit<Read, "running"> & { fee_bearer: "payer" | "payee" };

export async function debtsNamed(db: Tx, who: Who, ids: string[], on?: string): Promise<OpenDebt[]> {
  const { rows } = await db.execute<{ row: OpenDebt }>(sql`
    select to_jsonb(d) || jsonb_build_object('is_disputed', ${isDisputed("d.id", "d.key")}) as row from ${namedDebts(owedBy(who, on))} d
    where d.id = any(${sql.param(ids)}::text[]) order by d.partner_name, d.partner_id, d.due_date, d.id`);
  return rows.map(({ row }) => row);
}

/** Of 請求書 issued here: which deliveries they bill; the rest was received on one day. */
export async function receiptsByDebt(db: Tx, debts: OpenDebt[]): Promise<Map<string, Receipt[]>> {
  const keys = debts.filter(({ id }) => id.startsWith("i")).map(({ key }) => key);
  const { rows } = await db.execute<{ id: string; received_date: string; amount: string }>(
    sql`select 'i' || invoice_key as id, received_date, amount from ${receiptsOf(sql`${sql.param(keys)}::bigint[]`)} r`,
  );
  const found = new Map<string, Receipt[]>();
  for (const { id, received_date, amount } of rows)
    found.set(id, [...(found.get(id) ?? []), { received_date, amount: Number(amount) }]);
  for (const { id, received_date, total } of debts)
    if (!found.has(id) && received_date) found.set(id, [{ received_date, amount: total }]);
  return found;
}
