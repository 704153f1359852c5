import { and, asc, eq, exists, ilike, inArray, ne, or, type SQL, sql } from "drizzle-orm";
import { countRows, keysetPage, type Orders } from "~/lib/api/keyset.server";
import { containing, type Paging, partnerName, sumRows } from "~/lib/api/query.server";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { delivery, delivery_line } from "~/lib/tables/delivery.table.server";
import type { ISODate } from "~/lib/time/date";
import { STATE_FACTS, type StateFact } from "./delivery";
import type { DeliveryFilter, DeliveryRow } from "./delivery.list";
import type { DeliveryState } from "./delivery.schema";
import { documentsWhere } from "./document.server";
import { readAwaiting } from "./returned.server";
import { isSent, sendingWhere } from "./sending.server";
import { unbilledNotes } from "./unbilled.sql.server";

// Named in full: in a select of one table drizzle writes its columns bare, and a subquery would read its own.
const noteKey = sql.raw("delivery.key");
const onInvoice = sql`exists (select 1 from delivery_line l where l.delivery_key = ${noteKey} and l.invoice_key is not null)`;

const sent = isSent("delivery", noteKey);
const FACTS: Record<StateFact, SQL> = {
  cancelled: sql`${delivery.cancelled_time} is not null`,
  billed: onInvoice,
  inspected: sql`coalesce((select bool_and(l.num_accepted + l.num_rejected >= l.num_items) from delivery_line l
    where l.delivery_key = ${noteKey} and not l.is_cost and (l.card_key is not null or l.replaces_key is not null)), false)`,
  viewed: sql`${delivery.viewed_time} is not null`,
  sent,
};
export const stateOf = sql<DeliveryState>`case ${sql.join(
  STATE_FACTS.map((fact) => sql`when ${FACTS[fact]} then ${fact}`),
  sql` `,
)} else 'issued' end`;

const isUninspected = sql`exists (select from delivery_line l where l.delivery_key = ${noteKey} and l.is_live
  and not l.is_cost and (l.card_key is not null or l.replaces_key is not null)
  and l.num_accepted + l.num_rejected < l.num_items and l.num_billed < l.num_items)`;

/** Those of a 返品待ち: the rule is not one of SQL. */
async function awaitingWhere(db: Tx, who: Who, on: ISODate): Promise<SQL> {
  const keys = new Set((await readAwaiting(db, who.company_id!, on)).map((one) => one.delivery_key));
  return inArray(delivery.key, [...keys, 0]);
}

export async function deliveriesWhere(db: Tx, who: Who, filter: DeliveryFilter): Promise<SQL | undefined> {
  const like = filter.q && containing(filter.q);
  return and(
    documentsWhere(delivery, { day: delivery.delivery_date, amount: delivery.total }, who, filter),
    filter.state && sql`${stateOf} = ${filter.state}`,
    filter.unbilled_on
      ? sql`${delivery.key} in ${unbilledNotes({ seller_id: who.company_id, on: filter.unbilled_on })}`
      : undefined,
    filter.uninspected ? isUninspected : undefined,
    filter.awaiting_on ? await awaitingWhere(db, who, filter.awaiting_on) : undefined,
    sendingWhere(filter.sending, sent, sql`${delivery.viewed_time}`),
    like
      ? or(
          ilike(delivery.number, like),
          exists(sql`(select 1 from delivery_line l where l.delivery_key = ${noteKey}
      and (l.name ilike ${like} or l.order_id ilike ${like} or l.drawing_no ilike ${like} or l.card_id ilike ${like}))`),
        )
      : undefined,
  );
}

type Read = Pick<typeof delivery.$inferSelect, "key" | "number" | "delivery_date" | "total">;
const ORDERS: Orders<Read> = {
  key: delivery.key,
  keyOf: (row) => row.key,
  by: {
    number: { by: delivery.number, kind: "text", of: (row) => row.number },
    delivery_date: { by: delivery.delivery_date, kind: "date", of: (row) => row.delivery_date },
    total: { by: delivery.total, kind: "number", of: (row) => row.total },
  },
};

export async function listDeliveries(
  db: Tx,
  who: Who,
  { after, before, sort, size, ...filter }: DeliveryFilter & Paging,
) {
  const where = await deliveriesWhere(db, who, filter);
  const rows = db.select({ key: delivery.key }).from(delivery).where(where);
  const read = (more: SQL | undefined, order: SQL, limit: number) =>
    db
      .select({
        key: delivery.key,
        number: delivery.number,
        delivery_date: delivery.delivery_date,
        partner_name: partnerName(delivery, who),
        destination: delivery.destination,
        subtotal: delivery.subtotal,
        tax: delivery.tax,
        total: delivery.total,
        viewed_time: delivery.viewed_time,
        inspected_date: sql<
          string | null
        >`case when ${FACTS.inspected} then (select max(l.inspected_date) from delivery_line l
          where l.delivery_key = ${noteKey}) end`,
        cancelled_time: delivery.cancelled_time,
        state: stateOf,
        is_sent: sent,
        person: delivery.person,
        num_lines: sql<number>`(select count(*) from delivery_line l where l.delivery_key = ${noteKey})`,
        name: sql<string>`(select l.name from delivery_line l where l.delivery_key = ${noteKey} and l.line_no = 1)`,
        billed: sql<{
          key: number;
          number: string;
          ym: number;
        } | null>`(select jsonb_build_object('key', i.key, 'number', i.number, 'ym', i.ym)
      from delivery_line l join invoice i on i.key = l.invoice_key where l.delivery_key = ${noteKey} limit 1)`,
        billing_ym: sql<
          number | null
        >`(select max(l.billing_ym) from delivery_line l where l.delivery_key = ${noteKey})`,
      })
      .from(delivery)
      .where(and(where, more))
      .orderBy(order)
      .limit(limit);
  const [page, total] = await Promise.all([
    keysetPage(read, ORDERS, { after, before, sort }, size),
    countRows(db, rows),
  ]);
  const items = page.items.map(
    ({ name, billed, billing_ym, cancelled_time, ...row }): DeliveryRow => ({
      name: row.num_lines > 1 ? `${name} 他${row.num_lines - 1}件` : name,
      invoice_key: billed?.key ?? null,
      invoice_number: billed?.number ?? null,
      invoice_ym: billed?.ym ?? (cancelled_time ? null : billing_ym),
      ...row,
    }),
  );
  const summed = { subtotal: delivery.subtotal, tax: delivery.tax, total: delivery.total };
  const sums = total.total_more ? undefined : await sumRows(db, delivery, where, summed);
  return { ...page, items, ...total, sums };
}

export async function returnsOf(
  db: Tx,
  {
    key,
    number,
    seller_id,
    buyer_id,
  }: Pick<typeof delivery.$inferSelect, "key" | "number" | "seller_id" | "buyer_id">,
) {
  const rows = await db
    .selectDistinct({ number: delivery.number })
    .from(delivery_line)
    .innerJoin(delivery, eq(delivery.key, delivery_line.delivery_key))
    .where(
      and(
        eq(delivery_line.seller_id, seller_id),
        eq(delivery_line.buyer_id, buyer_id),
        eq(delivery_line.is_live, true),
        eq(delivery_line.original_number, number),
        ne(delivery.key, key),
      ),
    )
    .orderBy(asc(delivery.number));
  return rows.map((row) => row.number);
}
