import { type SQL, sql } from "drizzle-orm";
import { countRows, keysetPage, type Orders } from "~/lib/api/keyset.server";
import { containing, type Paging } from "~/lib/api/query.server";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { receiptsOf } from "./debt.sql.server";
import { apportion, interestOf, type Receipt } from "./receipt";
import type { RecordFilter, RecordRow } from "./record.list";

type Paper = Pick<
  RecordRow,
  | "id"
  | "key"
  | "partner_id"
  | "partner_name"
  | "toriteki"
  | "number"
  | "ym"
  | "account"
  | "date"
  | "due_date"
  | "total"
  | "cancel_reason"
  | "credit_reason"
> & { received_date: string | null };

/** 請求書 that came and papers for 外注加工費; a 赤 is part of what it takes back. */
function papers({ company_id }: Who, { q, from, to }: RecordFilter): [SQL, SQL] {
  const like = q && containing(q);
  const wanted = (
    day: string,
    number: string,
  ) => sql`${from ? sql`and ${sql.raw(day)} >= ${from}::date` : sql``}
    ${to ? sql`and ${sql.raw(day)} <= ${to}::date` : sql``}
    ${like ? sql`and (f.name ilike ${like} or ${sql.raw(number)} ilike ${like})` : sql``}`;
  const issued = sql`
    select 'i' || i.key as id, i.key, i.seller_id as partner_id, f.name as partner_name, c.toriteki, i.number, i.ym, null::text as account,
      i.invoice_date as date, i.due_date, null::date as received_date,
      case when i.cancelled_time is null then i.total else 0 end as total, i.cancel_reason, null::text as credit_reason
    from invoice i join factory f on f.id = i.seller_id join collaboration c on c.seller_id = i.seller_id and c.buyer_id = i.buyer_id
    where i.buyer_id = ${company_id} and i.correction is distinct from 'red' ${wanted("i.invoice_date", "i.number")}`;
  const entered = sql`
    select 'b' || b.key as id, b.key, b.partner_id, f.name as partner_name, c.toriteki, b.number, null::int as ym, b.account, b.bill_date as date,
      b.due_date, b.received_date, case when b.cancelled_time is null then b.total else 0 end as total, b.cancel_reason,
      case when b.kind = 'credit' then b.note end as credit_reason
    from payable_bill b join factory f on f.id = b.partner_id join collaboration c on c.seller_id = b.partner_id and c.buyer_id = b.company_id
    where b.company_id = ${company_id} and b.account = 'outsourcing' ${wanted("b.bill_date", "b.number")}`;
  return [issued, entered];
}

const ORDERS: Orders<Paper> = {
  key: sql`r.id`,
  keyKind: "text",
  keyOf: (row) => row.id,
  by: { date: { by: sql`r.date`, kind: "date", of: (row) => row.date } },
};

async function grouped<R extends object>(db: Tx, query: SQL): Promise<(id: string) => R[]> {
  const { rows } = await db.execute<{ id: string; row: R }>(
    sql`select id, to_jsonb(x) - 'id' as row from (${query}) x`,
  );
  const found = new Map<string, R[]>();
  for (const { id, row } of rows) found.set(id, [...(found.get(id) ?? []), row]);
  return (id) => found.get(id) ?? [];
}

type Facts = Pick<RecordRow, "rejects" | "changes" | "reduced" | "payments" | "supplies">;

/** What was ordered, received, found wrong, changed and paid of these. */
async function factsOf(db: Tx, who: Who, asked: Paper[]) {
  const keysOf = (kind: string) =>
    sql`${sql.param(asked.filter(({ id }) => id.startsWith(kind)).map(({ key }) => key))}::bigint[]`;
  const [keys, bill_keys] = [keysOf("i"), keysOf("b")];
  const [invoices, bills] = [sql`any(${keys})`, sql`any(${bill_keys})`];
  const billed = sql`(select distinct 'i' || invoice_key as id, seller_id, buyer_id, order_id, delivery_key, delivery_line_no
    from invoice_line where invoice_key = ${invoices})`;
  const receipts = await grouped<Receipt>(
    db,
    sql`select 'i' || invoice_key as id, received_date, amount from ${receiptsOf(keys)} r order by 2`,
  );
  const orders = await grouped<{ order_id: string }>(
    db,
    sql`select distinct id, order_id from ${billed} l where order_id is not null order by 2`,
  );
  const inspected = await grouped<Facts["rejects"][number] & { inspected_date: string }>(
    db,
    sql`select l.id, n.inspected_date, trim_scale(n.num_rejected)::text as num, n.treatment, n.cause, n.words
      from (select distinct id, delivery_key, delivery_line_no from ${billed} l) l
        join inspection n on n.delivery_key = l.delivery_key and n.line_no = l.delivery_line_no
      where n.kind <> 'reversed' and not exists (select from inspection r where r.reverses = n.key) order by n.key`,
  );
  const changes = await grouped<Facts["changes"][number]>(
    db,
    sql`select distinct l.id, o.order_id, v.revision, (v.agreed_time at time zone 'Asia/Tokyo')::date as date, a.words
      from ${billed} l join orders o on o.seller_id = l.seller_id and o.buyer_id = l.buyer_id and o.order_id = l.order_id
        join order_revision v on v.order_key = o.key join order_amendment a on a.key = v.amendment_key order by 2, 3`,
  );
  const reduced = await grouped<Facts["reduced"][number]>(
    db,
    sql`select 'i' || r.corrects as id, r.number, r.total, (select a.reason from activity a
        where a.subject = 'invoice' and a.subject_key = r.corrects and a.kind = 'reversed' order by a.seq desc limit 1) as reason
      from invoice r
      where r.corrects = ${invoices} and r.correction = 'red' and r.cancelled_time is null order by r.key`,
  );
  const payments = await grouped<Facts["payments"][number]>(
    db,
    sql`select coalesce('i' || x.invoice_key, 'b' || x.bill_key) as id, p.payment_date as date, p.kind, x.amount
      from payout_part x join payout p on p.key = x.payout_key and p.cancelled_time is null
      where x.company_id = ${who.company_id} and (x.invoice_key = ${invoices} or x.bill_key = ${bills})
      union all
      select 'i' || x.invoice_key, (a.said_time at time zone 'Asia/Tokyo')::date, 'offset', x.amount
      from offset_part x join offset_word a on a.offset_key = x.offset_key and a.word = 'agreed'
      where x.invoice_key = ${invoices} and not exists (
        select from offset_word c where c.offset_key = x.offset_key and c.word = 'cancelled')
      order by 2`,
  );
  const supplies = await grouped<Facts["supplies"][number]>(
    db,
    sql`select distinct l.id, m.key, m.item, trim_scale(m.quantity)::text as quantity, m.unit, m.price, m.move_date, m.settlement_date
      from ${billed} l join delivery_line x on x.delivery_key = l.delivery_key and x.line_no = l.delivery_line_no
        join card c on c.key = x.card_key join supply_move m on m.order_key = c.order_key and m.kind = 'paid' and m.movement = 'sent'
        join order_line o on o.order_key = m.order_key and o.line_no = m.line_no
        join card r on r.key = o.card_key and (c.key = r.key or starts_with(c.id, r.id || '-'))
      where m.reverses is null and not exists (select from supply_move u where u.reverses = m.key) order by m.move_date, m.key`,
  );
  const late = await grouped<{ entered: number; paid: number }>(
    db,
    sql`select coalesce('i' || b.late_invoice, 'b' || b.late_bill) as id, b.total as entered,
        coalesce((select sum(x.amount) from payout_part x where x.bill_key = b.key), 0)::bigint as paid
      from payable_bill b where b.company_id = ${who.company_id} and b.cancelled_time is null
        and (b.late_invoice = ${invoices} or b.late_bill = ${bills})`,
  );
  return { receipts, orders, inspected, changes, reduced, payments, supplies, late };
}

function recordOf(
  { received_date, ...paper }: Paper,
  {
    receipts,
    orders,
    inspected,
    changes,
    reduced,
    payments,
    supplies,
    late,
  }: Awaited<ReturnType<typeof factsOf>>,
): RecordRow {
  const { id, total, toriteki } = paper;
  const came = received_date ? [{ received_date, amount: total }] : receipts(id);
  const looked = inspected(id);
  const paid = payments(id);
  const left = total + reduced(id).reduce((sum, red) => sum + red.total, 0);
  const owed = apportion(left, came);
  let [before, interest] = [0, 0];
  for (const { date, amount } of paid) {
    if (toriteki !== "exempt") interest += interestOf(owed, before, amount, date);
    before += amount;
  }
  return {
    ...paper,
    orders: orders(id).map(({ order_id }) => order_id),
    received_from: came[0]?.received_date ?? null,
    received_to: came.at(-1)?.received_date ?? null,
    inspected_date:
      looked
        .map((one) => one.inspected_date)
        .sort()
        .at(-1) ?? null,
    rejects: looked.filter(({ num }) => num !== "0").map(({ inspected_date: _, ...one }) => one),
    changes: changes(id),
    reduced: reduced(id),
    payments: paid,
    supplies: supplies(id),
    paid: before,
    open: left - before,
    interest,
    interest_entered: late(id).reduce((sum, one) => sum + one.entered, 0),
    interest_paid: late(id).reduce((sum, one) => sum + one.paid, 0),
  };
}

export async function listRecords(
  db: Tx,
  who: Who,
  { after, before, sort, size, ...filter }: RecordFilter & Paging,
) {
  const kinds = papers(who, filter);
  const joined = sql.join(kinds, sql` union all `);
  const read = async (more: SQL | undefined, order: SQL, limit: number): Promise<Paper[]> => {
    // Each kind gives as many as are shown, by its own index: together they are sorted in a moment.
    const firsts = kinds.map(
      (one) => sql`(select r.* from (${one}) r where ${more ?? sql`true`} order by ${order} limit ${limit})`,
    );
    const { rows } = await db.execute<{ row: Paper }>(sql`
      select to_jsonb(r) as row from (${sql.join(firsts, sql` union all `)}) r order by ${order} limit ${limit}`);
    return rows.map(({ row }) => row);
  };
  const page = await keysetPage(read, ORDERS, { after, before, sort }, size);
  const facts = await factsOf(db, who, page.items);
  const total = await countRows(db, sql`select 1 from (${joined}) r`);
  return { ...page, items: page.items.map((one) => recordOf(one, facts)), ...total };
}
