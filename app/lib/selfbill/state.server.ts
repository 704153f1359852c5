import { type SQL, sql } from "drizzle-orm";
import type { ISODate } from "~/lib/time/date";

const tokyoDay = (column: SQL): SQL => sql`(${column} at time zone 'Asia/Tokyo')::date`;
const lastSaid = (word: "confirmed" | "disputed"): SQL =>
  sql`(select max(w.said_time) from self_bill_word w where w.invoice_key = b.invoice_key and w.word = ${word})`;
/** Of a self_bill named `b` and its 請求書 `i`. */
const delivered: SQL = sql`least(i.viewed_time,
  (select min(m.taken_time) from self_bill_mail m where m.invoice_key = b.invoice_key))`;

/** confirmationState as an expression; a test holds the two together. */
export const stateSql = (today: ISODate): SQL => sql`(
  select case when i.cancelled_time is not null then 'cancelled'
    when said.confirmed > coalesce(said.disputed, '-infinity') then 'confirmed'
    when said.disputed is not null and (said.silent is null or ${tokyoDay(sql`said.disputed`)} < said.silent) then 'disputed'
    when said.silent <= ${today}::date then 'deemed'
    when i.viewed_time is not null then 'viewed' else 'sent' end
  from (select ${lastSaid("confirmed")} as confirmed, ${lastSaid("disputed")} as disputed,
    case when b.form = 'deemed' and ${delivered} is not null
      then ${tokyoDay(sql`greatest(b.sent_time, ${delivered})`)} + b.days + 1 end as silent) said)`;
