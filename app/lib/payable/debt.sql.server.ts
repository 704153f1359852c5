import { type SQL, sql } from "drizzle-orm";
import { isAfter, isSince, stands, voidDay } from "~/lib/accounting/unbilled.sql.server";
import type { ISODate } from "~/lib/time/date";

/** What a company owes at the end of a day, to all or to one. */
export type Owed = {
  company_id: string;
  on: ISODate;
  partner_id?: string | undefined;
  /** With what is dated after the day. */
  ahead?: boolean;
};

const toOne = (column: string, { partner_id }: Owed): SQL =>
  partner_id === undefined ? sql`` : sql` and ${sql.raw(column)} = ${partner_id}`;
const saidDay = (word: string): SQL => sql`(${sql.raw(word)}.said_time at time zone 'Asia/Tokyo')::date`;

const mayBeOpen = (at: Owed): SQL =>
  sql`w.company_id = ${at.company_id}${toOne("w.partner_id", at)} and ${isAfter("w.until", at.on)}${
    at.ahead ? sql`` : sql` and w.date <= ${at.on}::date`
  }`;

/** 相殺 that both agreed to, with the day it was taken back on. */
const agreedOffsets = (at: Owed): SQL => sql`(
  select x.invoice_key, x.seller_id as partner_id, x.offset_key, x.amount,
    ${saidDay("a")} as agreed_date, ${saidDay("c")} as cancelled_date
  from offset_part x join offset_word a on a.offset_key = x.offset_key and a.word = 'agreed'
    left join offset_word c on c.offset_key = x.offset_key and c.word = 'cancelled'
  where x.seller_id <> ${at.company_id}${toOne("x.seller_id", at)})`;

/** What is recorded of days to come. */
export const paidAfter = ({ company_id, on }: Owed): SQL => sql`(
  select coalesce('i' || invoice_key, 'b' || bill_key) as id, sum(amount) as amount from payout_part
  where company_id = ${company_id} and settled_date > ${on}::date group by 1)`;

/** What was cancelled before its own day will never stand. */
const isStanding = ({ on, ahead }: Owed): SQL => (ahead ? sql`i.cancelled_time is null` : stands("i", on));
const isKept = ({ on, ahead }: Owed): SQL =>
  ahead ? sql`b.cancelled_time is null` : sql`(b.cancelled_date is null or b.cancelled_date > ${on}::date)`;
const paid = (key: string, { on }: Owed): SQL =>
  sql`select sum(amount) as amount from payout_part x where x.${sql.raw(key)} = w.${sql.raw(key)} and x.settled_date <= ${on}::date`;

/** What may be open at the day (decision 104): 請求書 and papers up to it; a 赤 is part of what it takes back. */
const allDebts = (at: Owed): SQL => sql`(
  select 'i' || i.key as id, 'invoice' as kind, i.key, i.seller_id as partner_id, i.number, i.ym, null as account, i.invoice_date as date,
    i.due_date,
    null::date as received_date, (case when ${isStanding(at)} then i.total else 0 end + coalesce(r.total, 0))::bigint as total,
    (coalesce(p.amount, 0) + coalesce(o.amount, 0))::bigint as paid
  from payable_open w join invoice i on i.key = w.invoice_key
    left join lateral (select sum(r.total) as total from invoice r
      where r.corrects = i.key and r.correction = 'red' and ${stands("r", at.on)}) r on true
    left join lateral (${paid("invoice_key", at)}) p on true
    left join lateral (select sum(x.amount) as amount
      from offset_part x join offset_word a on a.offset_key = x.offset_key and a.word = 'agreed'
        left join offset_word c on c.offset_key = x.offset_key and c.word = 'cancelled'
      where x.invoice_key = i.key and ${saidDay("a")} <= ${at.on}::date and (c.key is null or ${saidDay("c")} > ${at.on}::date)) o on true
  where ${mayBeOpen(at)}
  union all
  select 'b' || b.key, b.kind, b.key, b.partner_id, b.number, null, b.account, b.bill_date, b.due_date, b.received_date,
    case when ${isKept(at)} then b.total else 0 end, coalesce(p.amount, 0)::bigint
  from payable_open w join payable_bill b on b.key = w.bill_key left join lateral (${paid("bill_key", at)}) p on true
  where ${mayBeOpen(at)})`;

/** With what is left; below zero where we have paid too much, or they have billed less than nothing. */
export const openDebts = (at: Owed): SQL => sql`(
  select d.*, d.total - d.paid as open from ${allDebts(at)} d where d.total <> d.paid)`;

/** Who supplied says that a 支払通知書 is wrong, or we said so of their 請求書, and nothing was settled since. */
export const isDisputed = (id: string, key: string): SQL =>
  sql.raw(`(${id} like 'i%' and coalesce((select case when i.is_self_billed
      then (select w.word = 'disputed' from self_bill_word w where w.invoice_key = i.key order by w.key desc limit 1)
      else (select not a.agreed from invoice_answer a where a.invoice_key = i.key order by a.key desc limit 1) end
    from invoice i where i.key = ${key}), false))`);

const dated = (day: SQL, at: Owed, from: ISODate): SQL =>
  sql`${day} between ${from}::date and ${at.on}::date`;

/**
 * What moved between two days, from the books' own rows; what was taken back on its own day was never there.
 */
export function entries(at: Owed, from: ISODate): SQL {
  const owed = { ...at };
  const bill = (sign: SQL, day: SQL, kind: string, more: SQL) => sql`
    select ${kind}::text as kind, 'i' || i.key as id, i.key, i.seller_id as partner_id, ${day} as date,
      i.number as number, ${sign} * i.subtotal as purchase,
      ${sign} * i.tax as tax, 0::bigint as paid, 0::bigint as set_off, ${kind === "invoice" ? sql`null` : sql`i.cancel_reason`}::text as text
    from invoice i where i.buyer_id = ${at.company_id}${toOne("i.seller_id", owed)} and ${dated(day, at, from)} ${more}
      and (i.cancelled_time is null or ${voidDay("i")} > i.invoice_date)`;
  const own = (kind: "bill" | "payout", day: SQL, isVoid: boolean, amounts: SQL, text: SQL) => {
    const [table, first] = kind === "bill" ? ["payable_bill", "bill_date"] : ["payout", "payment_date"];
    return sql`
      select ${isVoid ? `${kind}_void` : kind}::text, ${kind === "bill" ? "b" : "p"} || x.key, x.key, x.partner_id, ${day},
        ${kind === "bill" ? sql`x.number` : sql`null`},
        ${amounts}, ${isVoid ? sql`x.cancel_reason` : text}::text
      from ${sql.raw(table)} x where x.company_id = ${at.company_id}${toOne("x.partner_id", owed)} and ${dated(day, at, from)}
        and (x.cancelled_date is null or x.cancelled_date > x.${sql.raw(first)})`;
  };
  const bought = (sign: SQL) => sql`${sign} * x.subtotal, ${sign} * x.tax, 0, 0`;
  const gone = (sign: SQL) => sql`0, 0, ${sign} * x.amount, 0`;
  const offset = (sign: SQL, day: SQL, isVoid: boolean) => sql`
    select ${isVoid ? "offset_void" : "offset"}::text, 'o' || x.offset_key, x.offset_key, x.partner_id, ${day}, null,
      0, 0, 0, ${sign} * sum(x.amount)::bigint, null::text
    from ${agreedOffsets(at)} x where ${dated(day, at, from)} and (x.cancelled_date is null or x.cancelled_date > x.agreed_date)
    group by x.offset_key, x.partner_id, ${day}`;
  const [plus, minus] = [sql`1`, sql`-1`];
  return sql`(
    ${bill(plus, sql`i.invoice_date`, "invoice", sql``)}
    union all ${bill(minus, voidDay("i"), "invoice_void", sql`and ${isSince("i.cancelled_time", from)}`)}
    union all ${own("bill", sql`x.bill_date`, false, bought(plus), sql`x.account`)}
    union all ${own("bill", sql`x.cancelled_date`, true, bought(minus), sql`null`)}
    union all ${own("payout", sql`x.payment_date`, false, gone(plus), sql`x.kind`)}
    union all ${own("payout", sql`x.cancelled_date`, true, gone(minus), sql`null`)}
    union all ${offset(plus, sql`x.agreed_date`, false)}
    union all ${offset(minus, sql`x.cancelled_date`, true)})`;
}

// Names of its own: the keys that are asked for may stand in a query that has a `d`.
/** When what a 請求書 bills was delivered, and for how much before tax. */
export const receiptsOf = (invoice_keys: SQL): SQL => sql`(
  select billed.invoice_key, delivered.delivery_date as received_date, sum(billed.price)::bigint as amount
  from invoice_line billed join delivery delivered on delivered.key = billed.delivery_key
  where billed.invoice_key = any(${invoice_keys}) group by 1, 2)`;
