import { and, asc, eq, gte, ilike, lte, or, type SQL, sql } from "drizzle-orm";
import { countRows, keysetPage, type Orders } from "~/lib/api/keyset.server";
import { containing, type Paging, sumRows } from "~/lib/api/query.server";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { collaboration, factory } from "~/lib/tables/factory.table.server";
import { payable_bill } from "~/lib/tables/payable.table.server";
import { tokyoDate } from "~/lib/time/date";
import { type BillFilter, type BillRow, billState } from "./bill.list";

const paid = sql<number>`coalesce((select sum(x.amount) from payout_part x where x.bill_key = ${payable_bill.key}), 0)::bigint`;
const isLive = sql`${payable_bill.cancelled_time} is null`;

const STATE: Record<BillRow["state"], (today: string) => SQL> = {
  coming: (today) => sql`${isLive} and ${paid} = 0 and ${payable_bill.bill_date} > ${today}`,
  open: (today) => sql`${isLive} and ${paid} = 0 and ${payable_bill.bill_date} <= ${today}`,
  part: () => sql`${isLive} and ${paid} <> 0 and ${paid} <> ${payable_bill.total}`,
  paid: () => sql`${isLive} and ${paid} = ${payable_bill.total}`,
  cancelled: () => sql`not ${isLive}`,
};

function billsWhere(who: Who, { q, state, kind, account, from, to }: BillFilter): SQL | undefined {
  const like = q && containing(q);
  return and(
    eq(payable_bill.company_id, who.company_id),
    like
      ? or(ilike(factory.name, like), ilike(payable_bill.number, like), ilike(payable_bill.note, like))
      : undefined,
    state ? STATE[state](tokyoDate(who.now)) : undefined,
    kind ? eq(payable_bill.kind, kind) : undefined,
    account ? eq(payable_bill.account, account) : undefined,
    from ? gte(payable_bill.bill_date, from) : undefined,
    to ? lte(payable_bill.bill_date, to) : undefined,
  );
}

export async function listSuppliers(db: Tx, who: Who) {
  const is_active = sql<boolean>`${collaboration.is_active} and ${factory.is_active}`;
  const items = await db
    .select({ id: factory.id, name: factory.name, is_active })
    .from(collaboration)
    .innerJoin(factory, and(eq(factory.id, collaboration.seller_id), eq(factory.is_stock, false)))
    .where(eq(collaboration.buyer_id, who.company_id))
    .orderBy(sql`not (${is_active})`, asc(factory.kana), asc(factory.name));
  return { items };
}

const ORDERS: Orders<Pick<BillRow, "key" | "bill_date" | "total">> = {
  key: payable_bill.key,
  keyOf: (row) => row.key,
  by: {
    bill_date: { by: payable_bill.bill_date, kind: "date", of: (row) => row.bill_date },
    total: { by: payable_bill.total, kind: "number", of: (row) => row.total },
  },
};

export async function listBills(
  db: Tx,
  who: Who,
  { after, before, sort, size, ...filter }: BillFilter & Paging,
) {
  const where = billsWhere(who, filter);
  const joined = eq(factory.id, payable_bill.partner_id);
  const today = tokyoDate(who.now);
  const read = async (more: SQL | undefined, order: SQL, limit: number): Promise<BillRow[]> => {
    const rows = await db
      .select({
        key: payable_bill.key,
        bill_date: payable_bill.bill_date,
        partner_id: payable_bill.partner_id,
        partner_name: factory.name,
        kind: payable_bill.kind,
        number: payable_bill.number,
        account: payable_bill.account,
        received_date: payable_bill.received_date,
        due_date: payable_bill.due_date,
        subtotal: payable_bill.subtotal,
        tax: payable_bill.tax,
        total: payable_bill.total,
        paid: paid.mapWith(Number),
        note: payable_bill.note,
        person: payable_bill.person,
        recorded_time: payable_bill.recorded_time,
        cancelled: sql<boolean>`not ${isLive}`,
      })
      .from(payable_bill)
      .innerJoin(factory, joined)
      .where(and(where, more))
      .orderBy(order)
      .limit(limit);
    return rows.map(({ cancelled, ...row }) => ({ ...row, state: billState({ ...row, cancelled }, today) }));
  };
  const rows = db
    .select({ key: payable_bill.key })
    .from(payable_bill)
    .innerJoin(factory, joined)
    .where(where);
  const [page, total] = await Promise.all([
    keysetPage(read, ORDERS, { after, before, sort }, size),
    countRows(db, rows),
  ]);
  const { subtotal, tax, total: whole } = payable_bill;
  const sums = total.total_more
    ? undefined
    : await sumRows(db, sql`${payable_bill} join ${factory} on ${joined}`, and(where, isLive), {
        subtotal,
        tax,
        total: whole,
        paid,
      });
  return { ...page, ...total, sums };
}
