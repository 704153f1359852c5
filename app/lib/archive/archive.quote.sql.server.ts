import { type SQL, sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import { REQUEST_ENTRIES } from "~/lib/quote/quote.archive.server";
import { shut } from "~/lib/quote/quote.status.server";
import { today } from "~/lib/time/date";
import { type Branch, positionSql, versionSql } from "./archive.position.server";

const entries = sql.raw(REQUEST_ENTRIES.map((kind) => `'${kind}'`).join(", "));

/** What the buyer asked this factory, by the number of the day it was to answer by. */
const requests = (partner: SQL, own: SQL) => sql`
  select ${versionSql("quote", sql`s.key`, sql`v.revision`)} as at, 'quote' as kind, s.key, null::text as file_key,
    s.quote_key, s.key as part_key, v.day, quote.number, ${partner} as partner_name, null::text as registration_number,
    null::bigint as amount, null::bigint as subtotal, null::text as correction, v.revision, quote.cancelled_time, quote.cancel_reason
  from quote_seller s join quote on quote.key = s.quote_key and quote.made_by = quote.buyer_id
    cross join lateral (select (row_number() over (order by a.seq))::int as revision, (a.at at time zone 'Asia/Tokyo')::date as day
      from activity a where a.subject = 'quote' and a.subject_key = s.key and a.kind in (${entries})) v
  where s.sent_time is not null and ${own}`;

const answers = (partner: SQL, own: SQL) => sql`
  select ${positionSql("answer", sql`a.key`)} as at, 'answer' as kind, a.key, null::text as file_key, a.quote_key, a.seller_key as part_key,
    (a.sent_time at time zone 'Asia/Tokyo')::date as day, quote.number, ${partner} as partner_name,
    a.seller ->> 'registration_number' as registration_number, a.subtotal + floor(a.subtotal * 0.1)::bigint as amount, a.subtotal,
    null::text as correction, a.version as revision, w.withdrawn_time as cancelled_time, w.words as cancel_reason
  from quote_answer a join quote on quote.key = a.quote_key left join quote_withdrawal w on w.answer_key = a.key
  where ${own}`;

/** Drawings belong to what is asked; what comes with an answer may be the factory's own 見積書. */
const enclosures = (partner: SQL, own: SQL) => sql`
  select ${positionSql("enclosure", sql`c.id`)} as at, 'enclosure' as kind, c.id as key, c.key as file_key, a.quote_key, a.seller_key as part_key,
    (a.sent_time at time zone 'Asia/Tokyo')::date as day, c.name as number, ${partner} as partner_name, null::text as registration_number,
    null::bigint as amount, null::bigint as subtotal, null::text as correction, a.version as revision,
    w.withdrawn_time as cancelled_time, w.words as cancel_reason
  from quote_answer a join quote on quote.key = a.quote_key left join quote_withdrawal w on w.answer_key = a.key
    join file c on c.owner_kind = 'quote_part' and c.owner_key = 'answer.' || a.key and c.deleted_time is null
  where (c.kind = 'document' or c.media_type = 'application/pdf') and ${own}`;

/** Both sides hold the same papers; a sealed answer is the buyer's once its day has passed. */
export function quoteBranches({ company_id, now }: Who): Branch[] {
  const opened = sql`a.buyer_id = ${company_id} and not ${shut(today(new Date(now)))}`;
  const made = sql`a.seller_id = ${company_id}`;
  const [toBuyer, bySeller] = [sql`quote.buyer ->> 'name'`, sql`a.seller ->> 'name'`];
  return [
    { kind: "quote", is_issued: true, rows: requests(sql`s.seller_name`, sql`s.buyer_id = ${company_id}`) },
    { kind: "quote", is_issued: false, rows: requests(toBuyer, sql`s.seller_id = ${company_id}`) },
    { kind: "answer", is_issued: true, rows: answers(toBuyer, made) },
    { kind: "answer", is_issued: false, rows: answers(bySeller, opened) },
    { kind: "enclosure", is_issued: true, rows: enclosures(toBuyer, made) },
    { kind: "enclosure", is_issued: false, rows: enclosures(bySeller, opened) },
  ];
}
