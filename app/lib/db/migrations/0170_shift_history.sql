-- 勤務時間 from a day on: what held before is kept, and past days are judged by it (decision 086).
alter table shift add column since date not null default '1900-01-01', add column until date, add check (until > since);
drop index shift_whose;
create unique index shift_whose on shift (company_id, since, coalesce(group_name, ''), coalesce(worker_id, 0));

-- From each of `days` on, how many minutes after midnight still belong to the day before: days ascending, the first before all that is asked.
create function duty_day(at timestamptz, days date[], turns integer[]) returns date language sql immutable parallel safe as $$
  select ((at - make_interval(mins => turns[width_bucket((at at time zone 'Asia/Tokyo')::date, days)])) at time zone 'Asia/Tokyo')::date
$$;

-- 勤務日 on which somebody was at it, as in 0150.
create function duty_days(w work, days date[], turns integer[]) returns setof date language sql stable set search_path = public, pg_temp as $$
  with tail as (select coalesce(w.work_end, greatest(w.work_start, max(p.pause_end)) + interval '1 second') as till from pause p where p.work_key = w.key),
    active as (select tstzmultirange(tstzrange(w.work_start, t.till)) - coalesce((select range_agg(tstzrange(p.pause_start, p.pause_end)) from pause p
      where p.work_key = w.key and (p.pause_end is not null or w.work_end is null)), '{}') as at
      from tail t where w.work_start is not null and t.till >= w.work_start and t.till - w.work_start <= interval '7 days')
  select d::date from active, unnest(active.at) piece,
    generate_series(duty_day(lower(piece), days, turns)::timestamp, duty_day(upper(piece) - interval '1 microsecond', days, turns)::timestamp, interval '1 day') d
  union select duty_day(w.work_end, days, turns) where w.work_end is not null
$$;
drop function duty_days(work, integer);
drop function duty_day(timestamptz, integer);
drop function day_turn(integer, integer);
revoke execute on function duty_day(timestamptz, date[], integer[]), duty_days(work, date[], integer[]) from public;
grant execute on function duty_day(timestamptz, date[], integer[]), duty_days(work, date[], integer[]) to koba_app;
