-- 実働 loses the breaks of the 勤務時間 unless 休憩なし was said of the day (decision 118): on closed days too, and within what was said of the day.
create function shift_of(company text, whose bigint, on_day date) returns shift language sql stable set search_path = public, pg_temp as $$
  select s from shift s where s.company_id = company and s.since <= on_day and (s.until is null or on_day < s.until)
    and (s.worker_id = whose or (s.worker_id is null and (s.group_name is null
      or s.group_name = (select w.group_name from worker w where w.worker_id = whose))))
  order by s.worker_id is null, s.group_name is null, s.key limit 1
$$;
create function breaks_of(company text, whose bigint, from_day date, to_day date) returns tstzmultirange
language sql stable set search_path = public, pg_temp as $$
  select coalesce(range_agg(tstzrange(m.midnight + make_interval(mins => k.low), m.midnight + make_interval(mins => k.high))), '{}')
  from generate_series((from_day - 1)::timestamp, to_day::timestamp, interval '1 day') d
    cross join lateral (select d at time zone 'Asia/Tokyo' as midnight) m
    cross join lateral shift_of(company, whose, d::date) s
    left join worker_day t on t.worker_id = whose and t.day = d::date
    cross join lateral jsonb_array_elements(s.breaks) b
    cross join lateral (select greatest((b ->> 0)::integer, coalesce(t.shift_start, s.shift_start)) as low,
      least((b ->> 1)::integer, coalesce(t.shift_end, s.shift_end)) as high) k
  where k.low < k.high and not coalesce(t.is_absent, false) and not coalesce(t.is_without_breaks, false)
$$;

create or replace function split_minutes(company text, worker bigint, single bigint, from_day date, to_day date) returns table (work_key bigint, day date, minutes integer)
language sql stable set search_path = public, pg_temp as $$
  with rest as materialized (select case when worker is null then '{}' else breaks_of(company, worker, from_day, to_day) end as spans),
  at as (
    select w.key, tstzmultirange(tstzrange(w.work_start, w.work_end)) - rest.spans
      - coalesce((select range_agg(tstzrange(p.pause_start, p.pause_end)) from pause p where p.work_key = w.key and p.pause_end is not null), '{}') as active
    from work w, rest where w.seller_id = company and case when worker is null then w.key = single and w.worker_id is null else w.worker_id = worker end
      and not w.is_void and w.partner_id is null and w.work_end is not null and w.work_end - w.work_start <= interval '7 days'
      and w.work_start < (to_day + 1)::timestamp at time zone 'Asia/Tokyo' and w.work_end > from_day::timestamp at time zone 'Asia/Tokyo'
      and w.work_start > (from_day - 8)::timestamp at time zone 'Asia/Tokyo'),
  days as (select d::date as day, tstzrange(d at time zone 'Asia/Tokyo', (d + interval '1 day') at time zone 'Asia/Tokyo') as span
    from generate_series(from_day::timestamp, to_day::timestamp, interval '1 day') d),
  pieces as (select at.key, days.day, piece from at, days, unnest(at.active * tstzmultirange(days.span)) piece),
  edges as (select e.day, e.edge, lead(e.edge) over (partition by e.day order by e.edge) as next
    from (select p.day, lower(p.piece) as edge from pieces p union select p.day, upper(p.piece) from pieces p) e),
  parts as (select p.day, p.key, extract(epoch from e.next - e.edge) / count(*) over (partition by e.day, e.edge) as seconds
    from edges e join pieces p on p.day = e.day and p.piece @> tstzrange(e.edge, e.next) where e.next > e.edge),
  sums as (select p.day, p.key, sum(p.seconds) as seconds, sum(sum(p.seconds)) over (partition by p.day) as whole from parts p group by p.day, p.key),
  exact as (select s.day, s.key, floor(round(s.whole, 6) / 60) as total, s.seconds * floor(round(s.whole, 6) / 60) / s.whole as share from sums s where s.whole > 0),
  floors as (select x.*, floor(x.share + 1e-9) as part from exact x),
  ranked as (select f.*, f.total - sum(f.part) over (partition by f.day) as over,
    row_number() over (partition by f.day order by round((f.share - f.part) * 1e6) desc, f.key) as place from floors f)
  select r.key, r.day, (r.part + case when r.place <= r.over then 1 else 0 end)::integer from ranked r
  where r.part + case when r.place <= r.over then 1 else 0 end > 0
$$;

-- What ended on these days of these people, anew: one person after the other, in one order.
create function keep_breaks(company text, people bigint[], from_day date, to_day date) returns void language plpgsql set search_path = public, pg_temp as $$
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
end $$;

create function bi_shift_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  one shift := case when tg_op = 'DELETE' then old else new end;
  since date := one.since;
begin
  if tg_op = 'UPDATE' then
    since := case when (old.shift_start, old.shift_end, old.breaks, old.since, old.group_name, old.worker_id)
        is distinct from (new.shift_start, new.shift_end, new.breaks, new.since, new.group_name, new.worker_id)
      then least(old.since, new.since) else least(coalesce(old.until, 'infinity'), coalesce(new.until, 'infinity')) end;
  end if;
  perform keep_breaks(one.company_id, array(select w.worker_id from worker w where w.company_id = one.company_id
    and (one.worker_id is null or w.worker_id = one.worker_id) and (one.group_name is null or w.group_name = one.group_name)), since, 'infinity');
  return null;
end $$;
create constraint trigger bi_shift_changed after insert or update or delete on shift deferrable initially deferred for each row execute function bi_shift_changed();

create function bi_day_told() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform keep_breaks(new.seller_id, array[new.worker_id], new.day, new.day + 1);
  return null;
end $$;
create constraint trigger bi_day_told after insert or update on worker_day deferrable initially deferred for each row execute function bi_day_told();

create function bi_worker_regrouped() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform keep_breaks(new.company_id, array[new.worker_id], (select min(s.since) from shift s where s.company_id = new.company_id), 'infinity');
  return null;
end $$;
create constraint trigger bi_worker_regrouped after update on worker deferrable initially deferred for each row
  when (old.group_name is distinct from new.group_name) execute function bi_worker_regrouped();

revoke execute on function shift_of, breaks_of, split_minutes, keep_breaks, bi_shift_changed, bi_day_told, bi_worker_regrouped from public;

-- What was counted before.
select keep_breaks(s.company_id, array(select w.worker_id from worker w where w.company_id = s.company_id), s.since, 'infinity')
from (select company_id, min(since) as since from shift where breaks <> '[]' group by 1) s;
