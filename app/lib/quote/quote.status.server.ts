import { type SQL, sql } from "drizzle-orm";

/** Nothing of it is stored: 期限切れ follows from the day on which it is read. `day` is Tokyo's. */
const pastDeadline = (day: string) => sql`coalesce(quote.deadline < ${day}::date, false)`;

/** The newest, where it is not taken back. */
export const live = (part: SQL) => sql`(select a.key
  from (select n.key from quote_answer n where n.seller_key = ${part}.key order by n.version desc limit 1) a
  where not exists (select from quote_withdrawal w where w.answer_key = a.key))`;

/** Of all who are asked; only the buyer sees all of them. */
export const partsOf = sql`lateral (select count(*)::int as num_sellers,
  (count(x.answer_key))::int as num_answered, (count(*) filter (where x.passed_time is not null))::int as num_passed,
  (count(*) filter (where x.declined_time is not null))::int as num_declined,
  (count(*) filter (where x.answer_key is not null and coalesce(x.seen_time < x.sent, true)))::int as num_unread,
  exists (select from quote_award w where w.quote_key = quote.key and w.undone_time is null) as is_awarded
  from (select s.passed_time, s.declined_time, s.seen_time, k.key as answer_key, k.sent_time as sent from quote_seller s
    left join quote_answer k on k.key = ${live(sql`s`)} where s.quote_key = quote.key) x) p`;

export const quoteStatus = (day: string) => sql`case
  when quote.sent_time is null and quote.cancelled_time is null then 'draft'
  when quote.cancelled_time is not null then 'cancelled'
  when p.is_awarded then 'awarded'
  when p.num_declined = p.num_sellers and p.num_sellers > 0 then 'declined'
  when p.num_passed + p.num_declined = p.num_sellers and p.num_sellers > 0 then 'passed'
  when quote.closed_time is not null then 'closed'
  when p.num_answered > 0 and p.num_answered + p.num_declined = p.num_sellers then 'answered'
  when ${pastDeadline(day)} then 'expired'
  when p.num_answered > 0 then 'answered' else 'waiting' end`;

/** Figures are shut away until the deadline has passed, or once they were seen. */
export const shut = (day: string) =>
  sql`(quote.is_sealed and quote.opened_time is null and quote.closed_time is null and quote.cancelled_time is null and not ${pastDeadline(day)})`;

/** Of one factory: its last answer, and whether it stands. */
export const partOf = sql`lateral (select n.version, n.valid_until, n.sent_time as answered_time,
  (select w.withdrawn_time from quote_withdrawal w where w.answer_key = n.key) as withdrawn_time,
  exists (select from quote_draft d where d.seller_key = s.key) as has_draft,
  exists (select from quote_award w where w.seller_key = s.key and w.undone_time is null) as is_awarded
  from (select 1) one left join lateral (select * from quote_answer a where a.seller_key = s.key order by a.version desc limit 1) n on true) p`;

export const receivedStatus = (day: string) => sql`case
  when quote.cancelled_time is not null then 'cancelled'
  when p.is_awarded then 'awarded'
  when s.told_time is not null then 'passed'
  when s.declined_time is not null then 'declined'
  when quote.closed_time is not null and p.answered_time is null then 'closed'
  when s.asked_time > p.answered_time then 'asked'
  when p.withdrawn_time is not null and not p.has_draft then 'withdrawn'
  when p.answered_time is not null and p.withdrawn_time is null then 'answered'
  when p.has_draft then 'draft'
  when ${pastDeadline(day)} then 'expired' else 'waiting' end`;
