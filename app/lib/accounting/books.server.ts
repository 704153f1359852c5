import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import { card } from "~/lib/tables/card.table.server";
import { delivery, delivery_line } from "~/lib/tables/delivery.table.server";
import { closed_period, invoice } from "~/lib/tables/invoice.table.server";
import { type ISODate, tokyoDate } from "~/lib/time/date";
import { ADJUSTMENTS } from "~/lib/vocabulary/payment";

export type Books = Awaited<ReturnType<typeof readBooks>>;

const pick = <T extends { buyer_id: string }>(rows: T[], buyer_id: string) =>
  rows.find((row) => row.buyer_id === buyer_id);

const listed = (values: readonly string[]) =>
  sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  );

/** One round of queries for all the buyers. */
export async function readBooks(db: Tx, seller_id: string, buyer_ids: string[], end: ISODate) {
  const waived = listed(ADJUSTMENTS);
  const lines = await db
    .select({
      buyer_id: delivery_line.buyer_id,
      delivery_key: delivery_line.delivery_key,
      delivery_line_no: delivery_line.line_no,
      delivery_number: delivery.number,
      card_key: delivery_line.card_key,
      order_id: delivery_line.order_id,
      sales_date: delivery_line.sales_date,
      name: delivery_line.name,
      drawing_no: delivery_line.drawing_no,
      num_units: delivery_line.num_units,
      unit: delivery_line.unit,
      unit_price: delivery_line.unit_price,
      price: delivery_line.price,
      tax_rate: delivery_line.tax_rate,
      note: delivery_line.note,
      original_date: delivery_line.original_date,
      original_number: delivery_line.original_number,
      billing_ym: delivery_line.billing_ym,
      invoice_basis: delivery.invoice_basis,
      tax_rounding: delivery.tax_rounding,
    })
    .from(delivery_line)
    .innerJoin(delivery, eq(delivery.key, delivery_line.delivery_key))
    .where(
      and(
        eq(delivery_line.seller_id, seller_id),
        inArray(delivery_line.buyer_id, buyer_ids),
        eq(delivery_line.is_live, true),
        isNull(delivery_line.invoice_key),
      ),
    )
    .orderBy(asc(delivery_line.sales_date), asc(delivery.key), asc(delivery_line.line_no));
  const closed = await db
    .selectDistinctOn([closed_period.buyer_id], {
      buyer_id: closed_period.buyer_id,
      ym: closed_period.ym,
      end_date: closed_period.end_date,
      first_ym: sql<number>`(min(${closed_period.ym}) over (partition by ${closed_period.buyer_id}))::int`,
    })
    .from(closed_period)
    .where(and(eq(closed_period.seller_id, seller_id), inArray(closed_period.buyer_id, buyer_ids)))
    .orderBy(closed_period.buyer_id, sql`${closed_period.ym} desc`);
  const billed = await db
    .select({
      buyer_id: invoice.buyer_id,
      total: sql<number>`sum(${invoice.total})::bigint`,
      received: sql<number>`sum(${invoice.received})::bigint`,
      adjustment: sql<number>`sum(${invoice.adjustment})::bigint`,
    })
    .from(invoice)
    .where(
      and(
        eq(invoice.seller_id, seller_id),
        inArray(invoice.buyer_id, buyer_ids),
        isNull(invoice.cancelled_time),
      ),
    )
    .groupBy(invoice.buyer_id);
  const paid = (
    await db.execute<{ buyer_id: string; received: string; adjustment: string }>(sql`
    select p.buyer_id, coalesce(sum(a.amount) filter (where l.kind not in (${waived})), 0)::bigint as received,
      coalesce(sum(a.amount) filter (where l.kind in (${waived})), 0)::bigint as adjustment
    from payment p join payment_line l on l.payment_key = p.key
      cross join lateral (select case p.direction when 'in' then l.amount else -l.amount end as amount) a
    where p.seller_id = ${seller_id} and p.buyer_id in (${listed(buyer_ids)}) and p.payment_date <= ${end}
      and (p.cancelled_date is null or p.cancelled_date > ${end})
    group by p.buyer_id`)
  ).rows;
  const shipped = await db
    .select({ buyer_id: card.buyer_id, shipped_time: card.shipped_time })
    .from(card)
    .where(
      and(
        eq(card.seller_id, seller_id),
        inArray(card.buyer_id, buyer_ids),
        eq(card.is_billing_target, true),
        isNull(card.cancelled_time),
        sql`${card.shipped_time} is not null and ${card.num_delivered} < ${card.num_good}`,
      ),
    );

  /** The ledger less what earlier invoices have counted, so that a late entry is never lost (R4-1). */
  const carriedOf = (buyer_id: string) => {
    const before = pick(billed, buyer_id);
    const money = pick(paid, buyer_id);
    const [received, adjustment] = [Number(before?.received ?? 0), Number(before?.adjustment ?? 0)];
    return {
      prev_billed: Number(before?.total ?? 0) - received - adjustment,
      received: Number(money?.received ?? 0) - received,
      adjustment: Number(money?.adjustment ?? 0) - adjustment,
    };
  };
  return {
    lines,
    carriedOf,
    linesOf: (buyer_id: string) => lines.filter((line) => line.buyer_id === buyer_id),
    closedOf: (buyer_id: string) => pick(closed, buyer_id) ?? null,
    undeliveredOf: (buyer_id: string) =>
      shipped.filter((row) => row.buyer_id === buyer_id && tokyoDate(row.shipped_time!) <= end).length,
  };
}
