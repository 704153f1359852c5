-- 間接作業 and 休憩 in minutes by 勤務日, as 作業日報 composes them of what has ended (decision 119): where no card is worked on, and without the breaks of
-- the 勤務時間. Kept at the commit of what they depend on, so that 集計 of a year reads no day anew.
create table indirect_minute (
  indirect_key bigint not null references indirect_work,
  day date not null,
  seller_id text not null,
  worker_id bigint not null,
  label text not null,
  is_break boolean not null,
  minutes integer not null check (minutes > 0),
  primary key (indirect_key, day)
);
create index indirect_minute_day on indirect_minute (seller_id, day);
create index indirect_minute_worker on indirect_minute (worker_id, day);
alter table indirect_minute enable row level security;
create policy own on indirect_minute for select using (seller_id = app_company());
revoke all on indirect_minute from koba_app;
grant select on indirect_minute to koba_app;

-- Where somebody's 勤務日 begins: turnBetween of shift.ts.
create function day_begins(company text, whose bigint, on_day date) returns timestamptz language sql stable set search_path = public, pg_temp as $$
  select (on_day::timestamp at time zone 'Asia/Tokyo') + make_interval(mins => coalesce((
    select greatest(0, least(m.middle, coalesce((s.after).shift_start, m.middle)))
    from (select shift_of(company, whose, on_day - 1) as before, shift_of(company, whose, on_day) as after) s,
      lateral (select ((s.before).shift_start + (s.before).shift_end + 1440) / 2 - 1440 as middle) m
    where (s.before).key is not null), 0))
$$;

-- As composeDay of worktime.day.ts: what took longer than 7 days lies over the day on which it ended alone.
create function split_indirect(company text, whose bigint, from_day date, to_day date)
returns table (indirect_key bigint, day date, label text, is_break boolean, minutes integer) language sql stable set search_path = public, pg_temp as $$
  with days as materialized (select d::date as day, tstzrange(day_begins(company, whose, d::date), day_begins(company, whose, d::date + 1)) as span
    from generate_series(from_day::timestamp, to_day::timestamp, interval '1 day') d),
  edge as materialized (select min(lower(span)) as low, max(upper(span)) as high from days),
  rest as materialized (select breaks_of(company, whose, from_day, to_day + 1) as spans),
  beside as (select i.key, i.label, i.is_break, i.work_start, tstzmultirange(tstzrange(i.work_start, i.work_end)) as active from indirect_work i, edge
    where i.seller_id = company and i.worker_id = whose and i.voided_time is null and i.work_end > edge.low and i.work_start < edge.high),
  ended as (
    select w.key, w.work_start, w.work_end, false as is_long from work w, edge where w.seller_id = company and w.worker_id = whose and not w.is_void
      and w.partner_id is null and w.work_start < edge.high and w.work_start > edge.low - interval '7 days' and w.work_end > edge.low
      and w.work_end - w.work_start <= interval '7 days'
    union all
    select w.key, w.work_start, w.work_end, true from work w, edge where w.seller_id = company and w.worker_id = whose and not w.is_void
      and w.partner_id is null and w.work_end > edge.low and w.work_start < edge.high and w.work_end - w.work_start > interval '7 days'),
  worked as materialized (select d.day, range_agg(tstzmultirange(tstzrange(e.work_start, e.work_end) * d.span) - coalesce((
      select range_agg(tstzrange(p.pause_start, p.pause_end)) from pause p where p.work_key = e.key and p.pause_end is not null), '{}')) as spans
    from days d join ended e on tstzrange(e.work_start, e.work_end) && d.span where not e.is_long or d.span @> e.work_end group by 1),
  parts as (select b.key, d.day, b.label, b.is_break, b.work_start, sum(extract(epoch from upper(r) - lower(r))) as seconds
    from beside b join days d on b.active && tstzmultirange(d.span) cross join rest left join worked w on w.day = d.day,
      lateral unnest(b.active * tstzmultirange(d.span) - (coalesce(w.spans, '{}') - rest.spans) - case when b.is_break then '{}' else rest.spans end) r
    group by 1, 2, 3, 4, 5),
  sums as (select p.*, sum(p.seconds) over (partition by p.day) as whole from parts p),
  exact as (select s.*, floor(round(s.whole, 6) / 60) as total, s.seconds * floor(round(s.whole, 6) / 60) / s.whole as share from sums s where s.whole > 0),
  floors as (select x.*, floor(x.share + 1e-9) as part from exact x),
  ranked as (select f.*, f.total - sum(f.part) over (partition by f.day) as over,
    row_number() over (partition by f.day order by round((f.share - f.part) * 1e6) desc, f.work_start, f.key) as place from floors f),
  told as (select r.*, (r.part + case when r.place <= r.over then 1 else 0 end)::integer as minutes from ranked r)
  select t.key, t.day, t.label, t.is_break, t.minutes from told t where t.minutes > 0
$$;

create function keep_indirect(company text, whose bigint, from_day date, to_day date) returns void language plpgsql set search_path = public, pg_temp as $$
begin
  if whose is null or not exists (select from indirect_work i where i.voided_time is null and int8range(i.worker_id, i.worker_id, '[]') && int8range(whose, whose, '[]')
      and tstzrange(i.work_start, i.work_end) && tstzrange(from_day::timestamp at time zone 'Asia/Tokyo', (to_day + 2)::timestamp at time zone 'Asia/Tokyo'))
    and not exists (select from indirect_minute m where m.worker_id = whose and m.day between from_day and to_day) then return; end if;
  perform pg_advisory_xact_lock(hashtext('work_minute'), hashtext(whose::text));
  delete from indirect_minute m where m.worker_id = whose and m.day between from_day and to_day;
  insert into indirect_minute (indirect_key, day, seller_id, worker_id, label, is_break, minutes)
  select s.indirect_key, s.day, company, whose, s.label, s.is_break, s.minutes from split_indirect(company, whose, from_day, to_day) s;
end $$;

-- A night belongs to the day before.
create function keep_beside(w work) returns void language plpgsql set search_path = public, pg_temp as $$
begin
  if w.work_end is null or w.partner_id is not null then return; end if;
  perform keep_indirect(w.seller_id, w.worker_id,
    tokyo_day(case when w.work_end - w.work_start <= interval '7 days' then w.work_start else w.work_end end) - 1, tokyo_day(w.work_end) + 1);
end $$;
create or replace function bi_work_ended() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'UPDATE' then
    perform keep_work(old);
    perform keep_beside(old);
  end if;
  perform keep_work(new);
  perform keep_beside(new);
  perform keep_stays(array[new.card_key]);
  return null;
end $$;
create function bi_indirect_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'UPDATE' then
    perform keep_indirect(old.seller_id, old.worker_id, tokyo_day(old.work_start) - 1, tokyo_day(coalesce(old.work_end, old.work_start)) + 1);
  end if;
  perform keep_indirect(new.seller_id, new.worker_id, tokyo_day(new.work_start) - 1, tokyo_day(coalesce(new.work_end, new.work_start)) + 1);
  return null;
end $$;
create constraint trigger bi_indirect_changed after insert or update on indirect_work deferrable initially deferred for each row
  execute function bi_indirect_changed();

create or replace function keep_breaks(company text, people bigint[], from_day date, to_day date) returns void language plpgsql set search_path = public, pg_temp as $$
declare
  one record;
begin
  for one in select w.worker_id, greatest(from_day, min(tokyo_day(w.work_start))) as low, least(to_day, max(tokyo_day(w.work_end))) as high
    from work w where w.seller_id = company and w.worker_id = any(people) and w.work_end - w.work_start <= interval '7 days'
      and w.work_end >= from_day::timestamp at time zone 'Asia/Tokyo' and w.work_start < (to_day + 1)::timestamp at time zone 'Asia/Tokyo'
    group by 1 order by 1
  loop
    if one.low <= one.high then perform keep_minutes(company, one.worker_id, null, one.low, one.high); end if;
  end loop;
  for one in select i.worker_id, greatest(from_day, min(tokyo_day(i.work_start))) - 1 as low, least(to_day, max(tokyo_day(i.work_end))) + 1 as high
    from indirect_work i where i.seller_id = company and i.worker_id = any(people) and i.voided_time is null
      and i.work_end >= (from_day - 1)::timestamp at time zone 'Asia/Tokyo' and i.work_start < (to_day + 2)::timestamp at time zone 'Asia/Tokyo'
    group by 1 order by 1
  loop
    perform keep_indirect(company, one.worker_id, one.low, one.high);
  end loop;
end $$;

create function indirect_since(since date) returns table (indirect_key bigint, day date, seller_id text, worker_id bigint, label text, is_break boolean, minutes integer)
language sql stable set search_path = public, pg_temp as $$
  select s.indirect_key, s.day, p.seller_id, p.worker_id, s.label, s.is_break, s.minutes
  from (select i.seller_id, i.worker_id, greatest(since, min(tokyo_day(i.work_start)) - 1) as low, max(tokyo_day(i.work_end)) + 1 as high from indirect_work i
      where i.voided_time is null and i.work_end >= since::timestamp at time zone 'Asia/Tokyo' group by 1, 2) p,
    lateral split_indirect(p.seller_id, p.worker_id, p.low, p.high) s
$$;
alter function check_bi(date) rename to check_bi_before_indirect;
create function check_bi(since date) returns table (rule text, detail text) language sql stable security definer set search_path = public, pg_temp as $$
  select * from check_bi_before_indirect(since)
  union all
  select '25 indirect', format('indirect work %s on %s', t.indirect_key, t.day) from (
    select s.*, 1 as sign from indirect_since(since) s
    union all select m.*, -1 from indirect_minute m where m.day >= since) t
  group by t.indirect_key, t.day, t.seller_id, t.worker_id, t.label, t.is_break, t.minutes having sum(sign) <> 0
$$;
alter function rebuild_bi() rename to rebuild_bi_before_indirect;
create function rebuild_indirect() returns void language plpgsql set search_path = public, pg_temp as $$
begin
  truncate indirect_minute;
  insert into indirect_minute select * from indirect_since('-infinity');
end $$;
create function rebuild_bi() returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform rebuild_bi_before_indirect();
  perform rebuild_indirect();
end $$;
revoke execute on function day_begins, split_indirect, keep_indirect, keep_beside, bi_work_ended, bi_indirect_changed, keep_breaks, indirect_since,
  check_bi_before_indirect, check_bi, rebuild_bi_before_indirect, rebuild_indirect, rebuild_bi from public;
select rebuild_indirect();
