-- The log as a chain: each entry's digest is made of its own words and of the entry before it of the same subject, in the transaction that
-- writes it; the first entry of an issued document binds the document as well. Subjects are locked by whoever writes of them, so that nobody waits.
alter table activity add column digest bytea;

-- What an issued document said, column by column: a column that comes later changes nothing of what was issued before.
create function document_words(subject_of text, key_of bigint) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select case subject_of
    when 'order' then (
      select jsonb_build_array(d.key, d.seller_id, d.buyer_id, d.order_id, d.order_date, d.seller, d.buyer, d.inspection_days, d.payment_terms,
        d.payment_method, d.payment_detail, d.supply_terms, d.note, d.person, (extract(epoch from d.sent_time) * 1000000)::bigint, d.maturity,
        d.maturity_unit, (select jsonb_agg(jsonb_build_array(l.line_no, l.card_key, l.product_id, l.name, l.drawing_no, l.drawing_revision,
          trim_scale(l.num_items), l.order_unit, l.unit, trim_scale(l.num_units), trim_scale(l.unit_price), l.price, l.delivery_date, l.delivery_time,
          l.destination, l.inspection_due, l.payment_due, l.supply, l.supplied_material, l.undetermined_reason, l.planned_fix_date, l.note)
          order by l.line_no) from order_line l where l.order_key = d.key))::text
      from orders d where d.key = key_of)
    when 'delivery' then (
      select jsonb_build_array(d.key, d.seller_id, d.buyer_id, d.number, d.delivery_date, d.seller, d.buyer, d.destination, d.person, d.note,
        d.show_amounts, d.with_receipt, d.invoice_basis, d.amount_rounding, d.tax_rounding, d.by_rate, d.subtotal, d.tax, d.total, d.layout,
        (extract(epoch from d.issued_time) * 1000000)::bigint, (select jsonb_agg(jsonb_build_array(l.line_no, l.card_key, l.card_id, l.order_id,
          l.sales_date, l.name, l.drawing_no, trim_scale(l.num_items), l.order_unit, trim_scale(l.num_units), l.unit, trim_scale(l.unit_price),
          l.price, l.tax_rate, l.note, l.original_date, l.original_number) order by l.line_no) from delivery_line l where l.delivery_key = d.key))::text
      from delivery d where d.key = key_of)
    when 'invoice' then (
      select jsonb_build_array(d.key, d.seller_id, d.buyer_id, d.number, d.ym, d.start_date, d.end_date, d.invoice_date, d.due_date, d.seller, d.buyer,
        d.terms, d.person, d.note, d.invoice_basis, d.tax_rounding, d.show_carry_over, d.prev_billed, d.received, d.adjustment, d.carried_over,
        d.by_rate, d.subtotal, d.tax, d.total, d.billed_now, d.layout, (extract(epoch from d.issued_time) * 1000000)::bigint,
        (select jsonb_agg(jsonb_build_array(l.line_no, l.delivery_key, l.delivery_line_no, l.delivery_number, l.sales_date, l.order_id, l.name,
          l.drawing_no, trim_scale(l.num_units), l.unit, trim_scale(l.unit_price), l.price, l.tax_rate, l.note, l.original_date, l.original_number)
          order by l.line_no) from invoice_line l where l.invoice_key = d.key))::text
      from invoice d where d.key = key_of)
  end
$$;

-- In plpgsql, whose plans a session keeps: each write of a card comes by here.
create function activity_digest(entry activity, prior bytea) returns bytea
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  words text;
begin
  if entry.seq = 1 and entry.subject in ('order', 'delivery', 'invoice') then
    words := document_words(entry.subject, entry.subject_key);
  end if;
  return sha256(coalesce(prior, '') || convert_to(jsonb_build_array(entry.key, entry.seller_id, entry.buyer_id, entry.subject, entry.subject_key,
    entry.seq, entry.kind, (extract(epoch from entry.at) * 1000000)::bigint, entry.actor, entry.actor_name, entry.actor_company, entry.on_behalf_of,
    entry.origin, entry.reason, entry.before, entry.after, words)::text, 'UTF8'));
end $$;

create function chain_activity() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  prior bytea;
begin
  if new.seq > 1 then
    select a.digest into prior from activity a
    where a.subject = new.subject and a.subject_key = new.subject_key and a.seq < new.seq order by a.seq desc limit 1;
  end if;
  new.digest := activity_digest(new, prior);
  return new;
end $$;
create trigger chain before insert on activity for each row execute function chain_activity();

-- Blocks over all of the log, each made of the one before: whoever keeps a seal's digest elsewhere can tell whether anything before it was changed,
-- even by somebody who wrote a whole chain anew. A block ends where the log ended at the look before it: what had a lower number and was not
-- committed then has ended since.
create table log_seal (
  number integer primary key,
  sealed_time timestamptz not null,
  to_key bigint not null,
  seen_key bigint not null,
  num_entries bigint not null,
  digest bytea not null
);
revoke insert, update, delete, truncate on log_seal from koba_app;

create function seal_digest(prior bytea, from_key bigint, to_key bigint) returns table (num_entries bigint, digest bytea)
language sql stable security definer set search_path = public, pg_temp as $$
  select count(*), sha256(coalesce(prior, '') || coalesce(string_agg(coalesce(a.digest, activity_digest(a, null)), '' order by a.key), ''))
  from activity a where a.key > from_key and a.key <= to_key
$$;

-- What was written before there were digests is held by the first seal.
insert into log_seal
select 0, now(), m.key, m.key, s.num_entries, s.digest
from (select coalesce(max(key), 0) as key from activity) m, seal_digest(null, 0, m.key) s;

create function seal_log() returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  last log_seal;
  seen bigint;
begin
  if not app_operator() or not pg_try_advisory_xact_lock(hashtextextended('seal log', 0)) then
    return;
  end if;
  select * into last from log_seal order by number desc limit 1;
  select coalesce(max(key), 0) into seen from activity;
  if last.sealed_time > now() - interval '5 minutes' or (last.seen_key = last.to_key and seen = last.seen_key) then
    return;
  end if;
  insert into log_seal
  select last.number + 1, now(), last.seen_key, seen, s.num_entries, s.digest from seal_digest(last.digest, last.to_key, last.seen_key) s;
end $$;

-- (7) The first break of each subject, and of the seals, by the order in which they were written.
create function check_chain() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select '7 log chain', format('%s %s entry %s (activity %s): %s', e.subject, e.name, e.seq, e.key, e.said)
  from (
    select distinct on (a.subject, a.subject_key) a.key, a.subject, a.seq, case when a.digest is null then 'without a digest' else 'altered' end as said,
      coalesce(case a.subject when 'order' then (select order_id from orders where key = a.subject_key)
        when 'delivery' then (select number from delivery where key = a.subject_key)
        when 'invoice' then (select number from invoice where key = a.subject_key)
        when 'card' then (select seller_id || ' ' || id from card where key = a.subject_key) end, a.subject_key::text) as name
    from (select l as entry, l.key, l.subject, l.subject_key, l.seq, l.digest, lag(l.digest) over (partition by l.subject, l.subject_key order by l.seq) as before
      from activity l) a
    where case when a.digest is null then a.key > (select to_key from log_seal where number = 0) else a.digest <> activity_digest(a.entry, a.before) end
    order by a.subject, a.subject_key, a.seq) e
  union all
  select '7 log chain', format('%s %s: no log', d.subject, d.name)
  from (select 'order' as subject, key, order_id as name from orders union all select 'delivery', key, number from delivery
    union all select 'invoice', key, number from invoice) d
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
create function count_chained() returns table (entries bigint, documents bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select (select count(*) from activity), (select count(*) from orders) + (select count(*) from delivery) + (select count(*) from invoice)
$$;
alter function check_invariants() rename to check_before_chain;
create function check_invariants() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select * from check_before_chain() union all select * from check_chain()
$$;
revoke execute on function document_words(text, bigint), activity_digest(activity, bytea), chain_activity(), seal_digest(bytea, bigint, bigint), seal_log(),
  count_chained(), check_before_chain(), check_chain(), check_invariants() from public;
grant execute on function check_invariants(), check_chain(), seal_log(), count_chained() to koba_app;
