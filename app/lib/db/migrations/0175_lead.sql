-- リードタイム from 承諾 and from 着手 beside the one from 依頼 (decision 088): of a card the day on which it was accepted (null: as it was made) and the
-- first of its 実績. In bi_tally they stand as cards do, at group_id -1 (承諾) and -2 (着手).
create table card_lead (
  card_key bigint primary key references card,
  seller_id text not null,
  accepted_day date,
  started_day date
);
alter table card_lead enable row level security;
create policy own on card_lead for select using (seller_id = app_company());
revoke all on card_lead from koba_app;
grant select on card_lead to koba_app;

-- 承諾 is between the two companies, 着手 the factory's own.
drop policy tenant on bi_tally;
alter table bi_tally drop column reader_id;
alter table bi_tally add column reader_id text generated always as (case when group_id in (0, -1) and cube <= 0 then buyer_id end) stored;
create index bi_tally_reader on bi_tally (reader_id, is_month, day) where reader_id is not null;
create policy tenant on bi_tally for select using (case when app_company() in (seller_id, reader_id) then true else false end);

create function facts_of_lead(sign integer, c card, accepted date, started date) returns setof bi_fact language sql immutable as $$
  select c.seller_id, tokyo_day(c.shipped_time), l.start, c.order_unit, coalesce(c.product_id, 0), c.buyer_id, 0::bigint, '', coalesce(c.task_type, ''),
    tokyo_day(c.shipped_time) - l.day, 0, 0::numeric, 0::numeric, 0::numeric, 0::numeric, 0::bigint, 0, 0::bigint, 0::bigint, sign, 0::numeric, 0::bigint,
    0, 0, 0::numeric, 0::numeric, 0, 0, 0::numeric, 0::numeric
  from (values (-1, coalesce(accepted, tokyo_day(c.created_time))), (-2, started)) l (start, day)
  where c.shipped_time is not null and c.task_type is distinct from 'part' and l.day <= tokyo_day(c.shipped_time)
$$;

create function keep_lead(c card, accepted date, started date) returns void language plpgsql set search_path = public, pg_temp as $$
declare
  was card_lead;
begin
  select * into was from card_lead l where l.card_key = c.key;
  if (was.accepted_day, was.started_day) is not distinct from (accepted, started) then return; end if;
  insert into card_lead (card_key, seller_id, accepted_day, started_day) values (c.key, c.seller_id, accepted, started)
  on conflict (card_key) do update set accepted_day = excluded.accepted_day, started_day = excluded.started_day;
  perform add_bi(array(select f from facts_of_lead(-1, c, was.accepted_day, was.started_day) f
    union all select f from facts_of_lead(1, c, accepted, started) f));
end $$;

create function lead_card_insert() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform add_bi(array(select f from facts_of_lead(1, new, null, null) f));
  return null;
end $$;
create trigger lead_card_insert after insert on card for each row when (new.shipped_time is not null) execute function lead_card_insert();

create function lead_card_update() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  was card_lead;
begin
  select * into was from card_lead l where l.card_key = new.key;
  perform add_bi(array(select f from facts_of_lead(-1, old, was.accepted_day, was.started_day) f
    union all select f from facts_of_lead(1, new, was.accepted_day, was.started_day) f));
  if new.answer is distinct from old.answer then
    perform keep_lead(new, case when new.answer = 'accepted' then tokyo_day(new.update_time) end, was.started_day);
  end if;
  return null;
end $$;
create trigger lead_card_update after update on card for each row
  when (old.answer is distinct from new.answer or ((old.shipped_time is not null or new.shipped_time is not null)
    and (old.shipped_time, old.product_id, old.buyer_id, old.task_type, old.order_unit)
      is distinct from (new.shipped_time, new.product_id, new.buyer_id, new.task_type, new.order_unit)))
  execute function lead_card_update();

create function first_start(card_key bigint) returns date language sql stable set search_path = public, pg_temp as $$
  select tokyo_day(min(w.work_start)) from work w where w.card_key = first_start.card_key and not w.is_void
$$;
create function lead_work() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform keep_lead(c, l.accepted_day, first_start(c.key)) from card c left join card_lead l on l.card_key = c.key where c.key = new.card_key;
  return null;
end $$;
create trigger lead_work_insert after insert on work for each row when (new.work_start is not null and not new.is_void) execute function lead_work();
create trigger lead_work_update after update on work for each row
  when ((old.work_start, old.is_void) is distinct from (new.work_start, new.is_void)) execute function lead_work();

create or replace function bi_facts(since date) returns setof bi_fact language sql stable set search_path = public, pg_temp as $$
  select f.* from card c left join agreed_due d on d.card_key = c.key, facts_of_card(1, c, d.original_date) f where f.day >= since
  union all select f.* from card c left join card_lead l on l.card_key = c.key, facts_of_lead(1, c, l.accepted_day, l.started_day) f
    where c.shipped_time >= since::timestamp at time zone 'Asia/Tokyo'
  union all select f.* from work w join card c on c.key = w.card_key, facts_of_work(1, c, w) f
    where w.work_end >= since::timestamp at time zone 'Asia/Tokyo'
  union all select f.* from defect d join card c on c.key = d.card_key, facts_of_defect(1, c, d) f
    where d.recorded_time >= since::timestamp at time zone 'Asia/Tokyo'
  union all select f.* from work_minute m join work w on w.key = m.work_key join card c on c.key = w.card_key, facts_of_minutes(1, c, w, m) f where m.day >= since
  union all select f.* from card_stay s join card c on c.key = s.card_key, facts_of_stay(1, c, s) f
    where s.left_time >= since::timestamp at time zone 'Asia/Tokyo'
$$;

-- As the log and 実績 have it.
create function leads_of_log(since date) returns table (card_key bigint, seller_id text, accepted_day date, started_day date)
language sql stable set search_path = public, pg_temp as $$
  select c.key, c.seller_id, coalesce(tokyo_day(said.at), tokyo_day(c.created_time)), first_start(c.key)
  from card c left join lateral (
    select a.at from activity a where c.answer = 'accepted' and a.subject = 'card' and a.subject_key = c.key and a.after ->> 'answer' = 'accepted'
    order by a.seq desc limit 1) said on true
  where c.update_time >= since::timestamp at time zone 'Asia/Tokyo'
$$;
alter function check_bi(date) rename to check_bi_before_lead;
create function check_bi(since date) returns table (rule text, detail text) language sql stable security definer set search_path = public, pg_temp as $$
  select * from check_bi_before_lead(since)
  union all
  select '25 lead', format('card %s: accepted %s, begun %s', g.card_key, g.accepted_day, g.started_day)
  from leads_of_log(since) g join card c on c.key = g.card_key left join card_lead l on l.card_key = g.card_key
  where (g.accepted_day, g.started_day) is distinct from (coalesce(l.accepted_day, tokyo_day(c.created_time)), l.started_day)
$$;
create function rebuild_leads() returns void language plpgsql set search_path = public, pg_temp as $$
begin
  truncate card_lead;
  insert into card_lead (card_key, seller_id, accepted_day, started_day)
  select g.card_key, g.seller_id, g.accepted_day, g.started_day from leads_of_log('-infinity') g;
end $$;
alter function rebuild_bi() rename to rebuild_bi_before_lead;
create function rebuild_bi() returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform rebuild_leads();
  perform rebuild_bi_before_lead();
end $$;
select rebuild_leads(), rebuild_bi_tallies();

revoke execute on function facts_of_lead, keep_lead, lead_card_insert, lead_card_update, first_start, lead_work, leads_of_log, check_bi, rebuild_leads,
  rebuild_bi, bi_facts from public;
