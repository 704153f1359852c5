import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import { card } from "~/lib/tables/card.table.server";
import { closed_period, closing_draft } from "~/lib/tables/invoice.table.server";
import { type ISODate, today, tokyoDate } from "~/lib/time/date";
import { ADJUSTMENTS } from "~/lib/vocabulary/payment";
import { readAwaiting } from "./returned.server";
import { unbilledLines } from "./unbilled.server";

type Billed = { buyer_id: string; total: string; received: string; adjustment: string };
export type Books = Awaited<ReturnType<typeof readBooks>>;

function byBuyer<T extends { buyer_id: string }>(rows: T[]): (buyer_id: string) => T[] {
  const found = new Map<string, T[]>();
  for (const row of rows) {
    const some = found.get(row.buyer_id);
    if (some) some.push(row);
    else found.set(row.buyer_id, [row]);
  }
  return (buyer_id) => found.get(buyer_id) ?? [];
}

const listed = (values: readonly string[]) =>
  sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  );

const isOver = ({ due_date }: { due_date: ISODate | null }, day: ISODate) =>
  due_date !== null && due_date < day;

/** One round of queries for all the buyers, each by the end of the period that is asked for. */
export async function readBooks(db: Tx, seller_id: string, ends: Record<string, ISODate>) {
  const waived = listed(ADJUSTMENTS);
  const buyer_ids = Object.keys(ends);
  const unbilled = await unbilledLines(db, seller_id, buyer_ids);
  const [lines, waiting] = [byBuyer(unbilled.lines), byBuyer(unbilled.uninspected)];
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
  // By the end of each: what is issued or received later is of the next closing.
  const ended = sql`(select key as id, value::date as day from jsonb_each_text(${JSON.stringify(ends)}::jsonb)) ended`;
  const billed = (
    await db.execute<Billed>(sql`
    select i.buyer_id, coalesce(sum(i.total) filter (where i.invoice_date <= ended.day), 0)::bigint as total,
      sum(i.received)::bigint as received, sum(i.adjustment)::bigint as adjustment
    from invoice i join ${ended} on ended.id = i.buyer_id
    where i.seller_id = ${seller_id} and i.cancelled_time is null group by i.buyer_id`)
  ).rows;
  const paid = (
    await db.execute<Omit<Billed, "total">>(sql`
    select p.buyer_id, coalesce(sum(a.amount) filter (where l.kind not in (${waived})), 0)::bigint as received,
      coalesce(sum(a.amount) filter (where l.kind in (${waived})), 0)::bigint as adjustment
    from payment p join payment_line l on l.payment_key = p.key join ${ended} on ended.id = p.buyer_id
      cross join lateral (select case p.direction when 'in' then l.amount else -l.amount end as amount) a
    where p.seller_id = ${seller_id} and p.payment_date <= ended.day
      and (p.cancelled_date is null or p.cancelled_date > ended.day)
    group by p.buyer_id`)
  ).rows;
  const drafted = await db
    .select()
    .from(closing_draft)
    .where(and(eq(closing_draft.seller_id, seller_id), inArray(closing_draft.buyer_id, buyer_ids)));
  const shipped = await db
    .select({ buyer_id: card.buyer_id, shipped_time: card.shipped_time })
    .from(card)
    .where(
      and(
        eq(card.seller_id, seller_id),
        inArray(card.buyer_id, buyer_ids),
        eq(card.is_billing_target, true),
        isNull(card.cancelled_time),
        sql`${card.shipped_time} is not null and ${card.closed_reason} is null and ${card.num_delivered} < ${card.num_good}`,
      ),
    );

  const disputed = byBuyer(
    (
      await db.execute<{ buyer_id: string; delivery_key: string; line_no: number }>(sql`
    select buyer_id, delivery_key, delivery_line_no as line_no from (
      select distinct on (c.delivery_key, c.delivery_line_no) c.buyer_id, c.delivery_key, c.delivery_line_no, c.agrees
      from billing_check c join ${ended} on ended.id = c.buyer_id
        join delivery_line l on l.delivery_key = c.delivery_key and l.line_no = c.delivery_line_no and l.num_billed <> l.num_items
      where c.seller_id = ${seller_id} and c.company_id = c.buyer_id
      order by c.delivery_key, c.delivery_line_no, c.key desc) said
    where not agrees`)
    ).rows,
  );
  const unanswered = byBuyer(
    (
      await db.execute<{ buyer_id: string }>(sql`
    select r.buyer_id from inspection r join delivery d on d.key = r.delivery_key and d.cancelled_time is null
      join ${ended} on ended.id = r.buyer_id
    where r.seller_id = ${seller_id} and (r.kind = 'price' or r.treatment is not null) and r.kind <> 'reversed'
      and d.delivery_date <= ended.day
      and not exists (select from inspection_answer a where a.inspection_key = r.key)
      and not exists (select from inspection b where b.reverses = r.key)`)
    ).rows,
  );
  const awaiting = byBuyer(await readAwaiting(db, seller_id, today(), buyer_ids));
  const [closedBy, billedBy, paidBy] = [byBuyer(closed), byBuyer(billed), byBuyer(paid)];
  const [draftsBy, shippedBy] = [byBuyer(drafted), byBuyer(shipped)];
  /** The ledger less what earlier invoices have counted, so that a late entry is never lost (R4-1). */
  const carriedOf = (buyer_id: string) => {
    const [before, money] = [billedBy(buyer_id)[0], paidBy(buyer_id)[0]];
    const [received, adjustment] = [Number(before?.received ?? 0), Number(before?.adjustment ?? 0)];
    return {
      prev_billed: Number(before?.total ?? 0) - received - adjustment,
      received: Number(money?.received ?? 0) - received,
      adjustment: Number(money?.adjustment ?? 0) - adjustment,
    };
  };
  return {
    carriedOf,
    linesOf: lines,
    taxed: unbilled.taxed,
    closedOf: (buyer_id: string) => closedBy(buyer_id)[0] ?? null,
    draftOf: (buyer_id: string, ym: number) => draftsBy(buyer_id).find((one) => one.ym === ym) ?? null,
    /** 照合: what the buyer has said 差異 of. */
    disputedOf: (buyer_id: string) =>
      new Set(disputed(buyer_id).map((one) => `${one.delivery_key}.${one.line_no}`)),
    /** Of these nothing is billed before they are inspected; those of `overdueOf` are counted there. */
    uninspectedOf: (buyer_id: string, day: ISODate) =>
      waiting(buyer_id).filter((line) => line.delivery_date <= ends[buyer_id]! && !isOver(line, day)).length,
    /** The days of みなし検収 of those, the first before; null where none is agreed on. */
    duesOf: (buyer_id: string) =>
      waiting(buyer_id)
        .filter((line) => line.delivery_date <= ends[buyer_id]!)
        .map((line) => line.due_date)
        .sort((a, b) => ((a ?? "9") < (b ?? "9") ? -1 : 1)),
    endOf: (buyer_id: string) => ends[buyer_id]!,
    /** Of these the day of みなし検収 has gone by: closing writes it. */
    overdueOf: (buyer_id: string, day: ISODate) =>
      waiting(buyer_id).filter((line) => isOver(line, day)).length,
    /** 不合格 and 差異 that nobody has answered. */
    unansweredOf: (buyer_id: string) => unanswered(buyer_id).length,
    /** Rejected once billed, of 納品書 up to the end, without a 返品. */
    awaitingOf: (buyer_id: string) =>
      awaiting(buyer_id).filter((one) => one.delivery_date <= ends[buyer_id]!).length,
    undeliveredOf: (buyer_id: string) =>
      shippedBy(buyer_id).filter((row) => tokyoDate(row.shipped_time!) <= ends[buyer_id]!).length,
  };
}
