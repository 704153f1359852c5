import { and, asc, eq, gte, ilike, lte, or, type SQL, sql } from "drizzle-orm";
import { lastClosed } from "~/lib/accounting/pair.server";
import { countRows, keysetPage, type Orders } from "~/lib/api/keyset.server";
import { containing, type Paging, sumRows } from "~/lib/api/query.server";
import { notFound } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { activityOf } from "~/lib/log/activity.server";
import { factory } from "~/lib/tables/factory.table.server";
import { payment, payment_line } from "~/lib/tables/payment.table.server";
import { ADJUSTMENTS, type PaymentKind } from "~/lib/vocabulary/payment";
import { offsetOfPayment } from "./offset.read.server";
import { cannotCancelPayment, linesTotal } from "./payment";
import type { PaymentFilter, PaymentRow, PaymentState } from "./payment.list";
import { refundsOf } from "./refunds.server";

const yen = (figure: SQL) => sql`(${figure})::bigint`.mapWith(Number);
const waived = sql.join(
  ADJUSTMENTS.map((kind) => sql`${kind}`),
  sql`, `,
);
const signed = sql`case payment.direction when 'in' then 1 else -1 end`;
const lines = (which: SQL) =>
  sql`(select coalesce(sum(l.amount), 0) from payment_line l where l.payment_key = payment.key ${which}) * ${signed}`;
const amount = lines(sql``);
const allocated = sql`(select coalesce(sum(s.amount), 0) from settlement s where s.payment_key = payment.key)`;
const refunded = sql`(select coalesce(sum(l.amount), 0) from payment_line l join payment o on o.key = l.payment_key and o.cancelled_time is null
  where l.source_payment_key = payment.key)`;
const unapplied = sql`case when payment.cancelled_time is null and payment.direction = 'in' then ${amount} - ${allocated} - ${refunded} else 0 end`;
const state = sql<PaymentState>`case when payment.cancelled_time is not null then 'cancelled' when payment.direction = 'out' then 'refund'
  when ${unapplied} > 0 then 'free' else 'done' end`;

function paymentsWhere(who: Who, filter: PaymentFilter): SQL | undefined {
  const like = filter.q && containing(filter.q);
  return and(
    eq(payment.seller_id, who.company_id),
    filter.buyer_id ? eq(payment.buyer_id, filter.buyer_id) : undefined,
    filter.partner ? ilike(factory.name, containing(filter.partner)) : undefined,
    filter.from ? gte(payment.payment_date, filter.from) : undefined,
    filter.to ? lte(payment.payment_date, filter.to) : undefined,
    filter.min === undefined ? undefined : sql`${amount} >= ${filter.min}`,
    filter.max === undefined ? undefined : sql`${amount} <= ${filter.max}`,
    filter.state ? sql`${state} = ${filter.state}` : undefined,
    filter.kind
      ? sql`exists (select 1 from payment_line l where l.payment_key = payment.key and l.kind = ${filter.kind})`
      : undefined,
    like
      ? or(
          ilike(payment.note, like),
          sql`exists (select 1 from settlement s join invoice i on i.key = s.invoice_key
            where s.payment_key = payment.key and i.number ilike ${like})`,
        )
      : undefined,
  );
}

const ORDERS: Orders<Pick<PaymentRow, "key" | "payment_date" | "amount">> = {
  key: payment.key,
  keyOf: (row) => row.key,
  by: {
    payment_date: { by: payment.payment_date, kind: "date", of: (row) => row.payment_date },
    amount: { by: amount, kind: "number", of: (row) => row.amount },
  },
};

export async function listPayments(
  db: Tx,
  who: Who,
  { after, before, sort, size, ...filter }: PaymentFilter & Paging,
) {
  const where = paymentsWhere(who, filter);
  const joined = eq(factory.id, payment.buyer_id);
  const read = (more: SQL | undefined, order: SQL, limit: number): Promise<PaymentRow[]> =>
    db
      .select({
        key: payment.key,
        payment_date: payment.payment_date,
        buyer_id: payment.buyer_id,
        partner_name: factory.name,
        kinds: sql<
          PaymentKind[]
        >`array(select l.kind from payment_line l where l.payment_key = payment.key order by l.line_no)`,
        received: yen(lines(sql`and l.kind not in (${waived})`)),
        adjustment: yen(lines(sql`and l.kind in (${waived})`)),
        amount: yen(amount),
        settled: yen(allocated),
        unapplied: yen(unapplied),
        invoices: sql<
          string[]
        >`array(select i.number from settlement s join invoice i on i.key = s.invoice_key
          where s.payment_key = payment.key group by i.number having sum(s.amount) <> 0 order by 1)`,
        state,
        maturity_date: sql<
          string | null
        >`(select max(l.maturity_date) from payment_line l where l.payment_key = payment.key)`,
        note: payment.note,
        recorded_time: payment.recorded_time,
      })
      .from(payment)
      .innerJoin(factory, joined)
      .where(and(where, more))
      .orderBy(order)
      .limit(limit);
  const rows = db.select({ key: payment.key }).from(payment).innerJoin(factory, joined).where(where);
  const [page, total] = await Promise.all([
    keysetPage(read, ORDERS, { after, before, sort }, size),
    countRows(db, rows),
  ]);
  const sums = total.total_more
    ? undefined
    : await sumRows(db, sql`${payment} join ${factory} on ${joined}`, where, { amount, unapplied });
  return { ...page, ...total, sums };
}

type Allocated = Record<"key" | "invoice_key" | "ym" | "amount", string> &
  Record<"number" | "due_date" | "settled_date", string> & { undone_date: string | null };

export async function readPayment(db: Tx, who: Who, key: number) {
  const [found] = await db
    .select({ row: payment, buyer_name: factory.name })
    .from(payment)
    .innerJoin(factory, eq(factory.id, payment.buyer_id))
    .where(and(eq(payment.key, key), eq(payment.seller_id, who.company_id)));
  if (!found) throw notFound("入金");
  const { row, buyer_name } = found;
  const written = await db
    .select()
    .from(payment_line)
    .where(eq(payment_line.payment_key, key))
    .orderBy(asc(payment_line.line_no));
  const { rows } = await db.execute<Allocated>(sql`
    select s.key, s.invoice_key, i.number, i.ym, i.due_date, s.amount, s.settled_date, r.settled_date as undone_date
    from settlement s join invoice i on i.key = s.invoice_key left join settlement r on r.reverses = s.key
    where s.payment_key = ${key} and s.reverses is null order by i.due_date, s.key`);
  const last = await lastClosed(db, row.seller_id, row.buyer_id);
  const isClosed = (day: string) => last !== null && day <= last.end_date;
  const allocations = rows.map((one) => ({
    ...one,
    key: Number(one.key),
    invoice_key: Number(one.invoice_key),
    ym: Number(one.ym),
    amount: Number(one.amount),
    is_closed: isClosed(one.settled_date),
  }));
  const refunds = await refundsOf(db, key);
  const offset_key = await offsetOfPayment(db, key);
  const sum = linesTotal(written);
  const used = linesTotal(allocations.filter((one) => one.undone_date === null)) + linesTotal(refunds);
  const isFree = row.direction === "in" && row.cancelled_time === null;
  return {
    ...row,
    buyer_name,
    amount: sum,
    lines: written,
    allocations,
    refunds,
    offset_key,
    unapplied: isFree ? sum - used : 0,
    cannot_cancel: cannotCancelPayment({ ...row, is_agreed: offset_key !== null, refunds }),
    is_closed: isClosed(row.payment_date),
    log: await activityOf(db, who, "payment", key),
  };
}
