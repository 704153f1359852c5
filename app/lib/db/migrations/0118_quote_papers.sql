-- 電帳法: 見積依頼書 and 見積書 are found, kept and bound as the other documents are. The addressee stays as it was named on the paper.
alter table quote_seller add column seller_name text;
update quote_seller s set seller_name = f.name from factory f where f.id = s.seller_id and s.sent_time is not null;

-- Without tax; null where more than one quantity was answered: no sum is said then.
alter table quote_answer add column subtotal bigint;
update quote_answer a set subtotal = l.goods + l.shipping + a.tooling + a.other
from (
  select l.answer_key, case c.amount_rounding when 'floor' then floor(p.price) when 'ceil' then ceil(p.price) else round(p.price) end as goods, l.shipping
  from quote_answer_line l join quote_answer o on o.key = l.answer_key join quote q on q.key = o.quote_key
    join collaboration c on (c.seller_id, c.buyer_id) = (l.seller_id, l.buyer_id)
    cross join lateral (select round(l.quantity * case when q.order_unit = q.unit then 1
      else case q.order_unit when 'kg' then 1 / q.unit_weight when 'set' then q.pieces_per_set else 1 end
        * case q.unit when 'kg' then q.unit_weight when 'set' then 1 / q.pieces_per_set else 1 end end, 3) * l.unit_price as price) p
  where not exists (select from quote_answer_line m where m.answer_key = l.answer_key and m.quantity <> l.quantity)) l
where l.answer_key = a.key;

create index quote_seller_buyer on quote_seller (buyer_id, key) where sent_time is not null;
create index quote_answer_seller on quote_answer (seller_id, sent_time);
create index quote_answer_buyer on quote_answer (buyer_id, sent_time);

-- What was asked, and with a version what was answered to it. Days that change after sending stand in the log.
create function quote_words(part bigint, version_of integer) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select jsonb_build_array(q.key, q.number, q.made_by, s.seller_id, s.buyer_id, s.seller_name, q.request_date, q.name, q.drawing_no, q.drawing_revision,
    q.material, q.surface, q.dimensions, q.order_unit, q.unit, trim_scale(q.unit_weight), trim_scale(q.pieces_per_set), q.quantities, q.note, q.wish_date,
    q.person, q.buyer, (select jsonb_build_array(a.key, a.version, (extract(epoch from a.sent_time) * 1000000)::bigint, a.person, a.seller, a.valid_until,
      a.tooling, a.tooling_owner, a.other, a.comment, a.is_late, a.renews, a.subtotal, (select jsonb_agg(jsonb_build_array(trim_scale(l.quantity),
      trim_scale(l.unit_price), l.lead_days, l.shipping) order by l.quantity) from quote_answer_line l where l.answer_key = a.key))
      from quote_answer a where a.seller_key = s.key and a.version = version_of))::text
  from quote_seller s join quote q on q.key = s.quote_key where s.key = part
$$;

create or replace function entry_digest(entry activity, prior bytea) returns bytea
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  further text;
begin
  if entry.subject = 'quote' and entry.kind in ('sent', 'answered', 'renewed') then
    further := quote_words(entry.subject_key, (entry.after ->> 'version')::integer);
  elsif entry.seq = 1 and entry.subject in ('delivery', 'invoice') then
    further := further_words(entry.subject, entry.subject_key);
  else
    return activity_digest(entry, prior);
  end if;
  return sha256(activity_digest(entry, prior) || convert_to(coalesce(further, ''), 'UTF8'));
end $$;

create or replace function check_chain() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select '7 log chain', format('%s %s entry %s (activity %s): %s', e.subject, e.name, e.seq, e.key, e.said)
  from (
    select distinct on (a.subject, a.subject_key) a.key, a.subject, a.seq, case when a.digest is null then 'without a digest' else 'altered' end as said,
      coalesce(case a.subject when 'order' then (select order_id from orders where key = a.subject_key)
        when 'delivery' then (select number from delivery where key = a.subject_key)
        when 'invoice' then (select number from invoice where key = a.subject_key)
        when 'quote' then (select q.number || ' ' || s.seller_id from quote_seller s join quote q on q.key = s.quote_key where s.key = a.subject_key)
        when 'card' then (select seller_id || ' ' || id from card where key = a.subject_key) end, a.subject_key::text) as name
    from (select l as entry, l.key, l.subject, l.subject_key, l.seq, l.kind, l.digest,
        lag(l.digest) over (partition by l.subject, l.subject_key order by l.seq) as before
      from activity l) a
    where case
      when a.digest is null then a.key > (select to_key from log_seal where number = 0)
      when a.digest = entry_digest(a.entry, a.before) then false
      when a.subject = 'quote' and a.kind in ('sent', 'answered', 'renewed') or a.seq = 1 and a.subject in ('delivery', 'invoice')
        then a.digest <> activity_digest(a.entry, a.before)
      else true end
    order by a.subject, a.subject_key, a.seq) e
  union all
  select '7 log chain', format('%s %s: no log', d.subject, d.name)
  from (select 'order' as subject, key, order_id as name from orders union all select 'delivery', key, number from delivery
    union all select 'invoice', key, number from invoice
    union all select 'quote', s.key, q.number from quote_seller s join quote q on q.key = s.quote_key where s.sent_time is not null) d
  where not exists (select 1 from activity a where a.subject = d.subject and a.subject_key = d.key)
  union all
  select '7 log seals', format('seal %s (activity %s to %s): %s entries then, %s now', f.number, f.from_key + 1, f.to_key, f.num_entries, f.num_now)
  from (
    select s.number, s.from_key, s.to_key, s.num_entries, n.num_entries as num_now
    from (select l.*, coalesce(lag(l.to_key) over w, 0) as from_key, lag(l.digest) over w as before, lag(l.number) over w as last from log_seal l
      window w as (order by l.number)) s, seal_digest(s.before, s.from_key, s.to_key) n
    where n.digest <> s.digest or n.num_entries <> s.num_entries or s.number <> coalesce(s.last + 1, 0)
    order by s.number limit 1) f
$$;

create or replace function count_chained() returns table (entries bigint, documents bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select (select count(*) from activity), (select count(*) from orders) + (select count(*) from delivery) + (select count(*) from invoice)
    + (select count(*) from quote_seller s join quote q on q.key = s.quote_key where s.sent_time is not null and q.made_by = q.buyer_id)
    + (select count(*) from quote_answer)
$$;

-- (18) A sum is said of one quantity alone.
create function check_quote_sums() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select '18 quotes', format('quote answer %s has %s quantities and the sum %s', a.key, n.num, a.subtotal)
  from quote_answer a cross join lateral (select count(*) as num, sum(l.shipping) as shipping from quote_answer_line l where l.answer_key = a.key) n
  where (a.subtotal is null) <> (n.num <> 1) or a.subtotal < n.shipping + a.tooling + a.other
$$;
alter function check_invariants() rename to check_before_quote_sums;
create function check_invariants() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select * from check_before_quote_sums() union all select * from check_quote_sums()
$$;
revoke execute on function quote_words(bigint, integer), check_before_quote_sums(), check_quote_sums(), check_invariants() from public;
grant execute on function check_invariants() to koba_app;
