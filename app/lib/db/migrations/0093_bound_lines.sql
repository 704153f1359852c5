-- What an issued document says and `document_words` does not hold: 請求しない, 打切 and 再納 of a 納品書's lines, how much of a line and which 特採
-- a 請求書 bills. Documents issued from now on are bound by it too; the digest of an older one is known by the wording of its day.
create function further_words(subject_of text, key_of bigint) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select case subject_of
    when 'delivery' then (
      select jsonb_agg(jsonb_build_array(l.line_no, l.is_billing_target, l.close_reason, l.replaces_key, l.replaces_line) order by l.line_no)::text
      from delivery_line l where l.delivery_key = key_of)
    when 'invoice' then (
      select jsonb_build_array(d.is_single, d.corrects, d.correction, d.revision, (
        select jsonb_agg(jsonb_build_array(l.line_no, trim_scale(l.num_items), l.inspection_key) order by l.line_no)
        from invoice_line l where l.invoice_key = d.key))::text
      from invoice d where d.key = key_of)
  end
$$;

create function entry_digest(entry activity, prior bytea) returns bytea
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if entry.seq = 1 and entry.subject in ('delivery', 'invoice') then
    return sha256(activity_digest(entry, prior) || convert_to(coalesce(further_words(entry.subject, entry.subject_key), ''), 'UTF8'));
  end if;
  return activity_digest(entry, prior);
end $$;

create or replace function chain_activity() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  prior bytea;
begin
  if new.seq > 1 then
    select a.digest into prior from activity a
    where a.subject = new.subject and a.subject_key = new.subject_key and a.seq < new.seq order by a.seq desc limit 1;
  end if;
  new.digest := entry_digest(new, prior);
  return new;
end $$;

create or replace function check_chain() returns table (rule text, detail text)
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
    where case
      when a.digest is null then a.key > (select to_key from log_seal where number = 0)
      when a.digest = entry_digest(a.entry, a.before) then false
      else a.seq > 1 or a.subject not in ('delivery', 'invoice') or a.digest <> activity_digest(a.entry, a.before) end
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
revoke execute on function further_words(text, bigint), entry_digest(activity, bytea) from public;
