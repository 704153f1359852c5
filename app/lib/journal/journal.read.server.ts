import { eq, inArray, sql } from "drizzle-orm";
import { voidDay } from "~/lib/accounting/unbilled.sql.server";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { factory } from "~/lib/tables/factory.table.server";
import { invoice } from "~/lib/tables/invoice.table.server";
import { payment, payment_line, settlement } from "~/lib/tables/payment.table.server";
import type { Entry, JournalRules } from "./journal";
import {
  type BilledSource,
  billedEntry,
  type PaidSource,
  paidEntry,
  rebilledEntry,
  settledEntry,
  unbilledEntry,
  unpaidEntry,
} from "./journal.entries";
import {
  boughtWord,
  payoutEntry,
  purchaseEntry,
  repurchaseEntry,
  unpayoutEntry,
  unpurchaseEntry,
} from "./journal.purchases";
import { boughtOf, PURCHASE_KINDS, paidOutOf, purchaseSources, receivedOf } from "./journal.purchases.server";
import type { Product } from "./journal.tax";

/** More than a file that a product takes, or a person looks through. */
export const ENTRIES_MAX = 20_000;

type Kind =
  | "billed"
  | "unbilled"
  | "rebilled"
  | "paid"
  | "unpaid"
  | "settled"
  | (typeof PURCHASE_KINDS)[number];
/** `step`: which 取消 or 復元 of its 請求書, in their order; 0 of all else. */
type Source = { kind: Kind; key: number; date: string; step: number; source: string; late: boolean };
export type Sourced = Entry & { source: string; late: boolean };

const AT_ONCE = sql`(s.recorded_time = p.recorded_time and s.settled_date = p.payment_date and s.reverses is null)
  or (s.reverses is not null and s.recorded_time = p.cancelled_time and s.settled_date = p.cancelled_date)`;

/** Each on its day. Nothing of it changes afterwards: what comes later is an entry of its own. */
const sources = ({ company_id }: Who) => sql`
  select 'billed' as kind, key, invoice_date as date, 0 as step from invoice where seller_id = ${company_id} and by_rate <> '[]'
  union all select case a.kind when 'restored' then 'rebilled' else 'unbilled' end, i.key,
    case when a.at = i.cancelled_time then ${voidDay("i")} else (a.at at time zone 'Asia/Tokyo')::date end,
    (row_number() over (partition by i.key order by a.seq))::int
    from invoice i join activity a on a.subject = 'invoice' and a.subject_key = i.key and a.kind in ('cancelled', 'restored')
    where i.seller_id = ${company_id} and i.by_rate <> '[]' and i.version > 1
  union all select 'paid', key, payment_date, 0 from payment where seller_id = ${company_id}
  union all select 'unpaid', key, cancelled_date, 0 from payment where seller_id = ${company_id} and cancelled_date is not null
  union all select 'settled', s.key, s.settled_date, 0 from settlement s join payment p on p.key = s.payment_key
    where s.seller_id = ${company_id} and not coalesce(${AT_ONCE}, false)`;

type Asked = { from: string; to: string; product: Product };

const PURCHASE_LIST = sql`${sql.param([...PURCHASE_KINDS])}::text[]`;

/** Of the period and not given out yet; and what came later into a period that was given out (差分). */
async function openSources(db: Tx, who: Who, { from, to, product }: Asked): Promise<Source[]> {
  const { rows } = await db.execute<Source>(sql`
    select * from (
      select e.kind, e.key::bigint as key, e.date, e.step, e.source, exists (select 1 from journal_export x where x.company_id = ${who.company_id}
        and x.product = ${product} and e.date between x.from_date and x.to_date and (x.has_purchases or not e.kind = any(${PURCHASE_LIST}))) as late
      from (select *, concat_ws(':', kind, key, case when step > 2 then step end) as source from (${sources(who)} union all ${purchaseSources(who)}) s) e
      left join journal_entry j on j.company_id = ${who.company_id} and j.product = ${product} and j.source = e.source
      where j.source is null and e.date <= ${to}::date) e
    where late or e.date >= ${from}::date
    order by e.date, array_position(array['billed', 'received', 'bought', 'paid', 'paidout', 'settled', 'unpaid', 'unbought', 'unpaidout'],
        case when step = 0 then e.kind when e.kind like '%received' then 'received' else 'billed' end),
      e.key, step limit ${ENTRIES_MAX + 1}`);
  return rows;
}

export async function numExported(db: Tx, who: Who, { from, to, product }: Asked): Promise<number> {
  const { rows } = await db.execute<{ num: number }>(sql`select count(*)::int as num from journal_entry
    where company_id = ${who.company_id} and product = ${product} and entry_date between ${from} and ${to}`);
  return rows[0]!.num;
}

const keysOf = (found: Source[], ...kinds: Kind[]) => [
  -1,
  ...found.filter(({ kind }) => kinds.includes(kind)).map(({ key }) => key),
];

async function billedOf(db: Tx, keys: number[]): Promise<Map<number, BilledSource>> {
  const rows = await db
    .select({
      key: invoice.key,
      number: invoice.number,
      date: invoice.invoice_date,
      ym: invoice.ym,
      total: invoice.total,
      by_rate: invoice.by_rate,
      correction: invoice.correction,
      partner: factory.name,
    })
    .from(invoice)
    .innerJoin(factory, eq(factory.id, invoice.buyer_id))
    .where(inArray(invoice.key, keys));
  return new Map(rows.map(({ key, correction, ...row }) => [key, { ...row, is_red: correction === "red" }]));
}

async function paidOf(db: Tx, keys: number[]) {
  const heads = await db
    .select({
      key: payment.key,
      direction: payment.direction,
      date: payment.payment_date,
      partner: factory.name,
      settled:
        sql<number>`coalesce((select sum(s.amount) from settlement s where s.payment_key = ${payment}.key and s.reverses is null
        and s.recorded_time = ${payment}.recorded_time and s.settled_date = ${payment}.payment_date), 0)::bigint`.mapWith(
          Number,
        ),
      taken:
        sql<number>`coalesce((select -sum(s.amount) from settlement s where s.payment_key = ${payment}.key and s.reverses is not null
        and s.recorded_time = ${payment}.cancelled_time and s.settled_date = ${payment}.cancelled_date), 0)::bigint`.mapWith(
          Number,
        ),
    })
    .from(payment)
    .innerJoin(factory, eq(factory.id, payment.buyer_id))
    .where(inArray(payment.key, keys));
  const lines = await db
    .select()
    .from(payment_line)
    .where(inArray(payment_line.payment_key, keys))
    .orderBy(payment_line.payment_key, payment_line.line_no);
  const linesOf = new Map<number, typeof lines>();
  for (const line of lines) linesOf.set(line.payment_key, [...(linesOf.get(line.payment_key) ?? []), line]);
  return new Map(
    heads.map(({ key, taken, ...head }) => {
      const own = (linesOf.get(key) ?? []).map(({ kind, amount, tax_rate, source_credit_key }) => ({
        kind,
        amount,
        tax_rate,
        of_credit: source_credit_key !== null,
      }));
      const paid: PaidSource = { ...head, lines: own };
      return [key, { paid, taken }];
    }),
  );
}

async function settledOf(db: Tx, keys: number[]) {
  const rows = await db
    .select({
      key: settlement.key,
      date: settlement.settled_date,
      partner: factory.name,
      number: invoice.number,
      amount: settlement.amount,
    })
    .from(settlement)
    .innerJoin(invoice, eq(invoice.key, settlement.invoice_key))
    .innerJoin(factory, eq(factory.id, settlement.buyer_id))
    .where(inArray(settlement.key, keys));
  return new Map(rows.map(({ key, ...row }) => [key, row]));
}

export async function openEntries(db: Tx, who: Who, rules: JournalRules, asked: Asked): Promise<Sourced[]> {
  const found = await openSources(db, who, asked);
  const billed = await billedOf(db, keysOf(found, "billed", "unbilled", "rebilled"));
  const paid = await paidOf(db, keysOf(found, "paid", "unpaid"));
  const settled = await settledOf(db, keysOf(found, "settled"));
  const received = await receivedOf(db, keysOf(found, "received", "unreceived", "rereceived"));
  const bought = await boughtOf(db, keysOf(found, "bought", "unbought"));
  const paidOut = await paidOutOf(db, keysOf(found, "paidout", "unpaidout"));
  const made: Record<Kind, (source: Source) => Entry> = {
    billed: ({ key }) => billedEntry(billed.get(key)!, rules),
    unbilled: ({ key, date }) => unbilledEntry(billed.get(key)!, rules, date),
    rebilled: ({ key, date }) => rebilledEntry(billed.get(key)!, rules, date),
    paid: ({ key }) => paidEntry(paid.get(key)!.paid, rules),
    unpaid: ({ key, date }) => unpaidEntry(paid.get(key)!.paid, rules, date, paid.get(key)!.taken),
    settled: ({ key }) => settledEntry(settled.get(key)!, rules),
    received: ({ key }) => purchaseEntry(received.get(key)!, rules),
    unreceived: ({ key, date }) => unpurchaseEntry(received.get(key)!, rules, date),
    rereceived: ({ key, date }) => repurchaseEntry(received.get(key)!, rules, date),
    bought: ({ key }) => purchaseEntry(bought.get(key)!, rules, boughtWord(bought.get(key)!)),
    unbought: ({ key, date }) => unpurchaseEntry(bought.get(key)!, rules, date),
    paidout: ({ key }) => payoutEntry(paidOut.get(key)!, rules),
    unpaidout: ({ key, date }) => unpayoutEntry(paidOut.get(key)!, rules, date),
  };
  return found
    .map((source) => ({
      ...made[source.kind](source),
      source: source.source,
      late: source.late,
    }))
    .filter(({ rows }) => rows.length > 0);
}
