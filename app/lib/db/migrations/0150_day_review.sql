-- 作業日報: a worker's day as it was approved or sent back. Acts are only added; the last one counts, and keeps what it was given for.
create table day_review (
  key bigint generated always as identity primary key,
  seller_id text not null references factory,
  worker_id bigint not null references worker,
  day date not null,
  seq integer not null check (seq > 0),
  kind text not null check (kind in ('approved', 'returned', 'withdrawn')),
  reason text,
  -- What the day's records said: of another mark they have changed since.
  mark text not null,
  minutes integer not null check (minutes >= 0),
  indirect_minutes integer not null check (indirect_minutes >= 0),
  records jsonb not null check (jsonb_typeof(records) = 'array'),
  reviewed_by text not null,
  reviewed_time timestamptz not null,
  check ((kind = 'returned') = (reason is not null)),
  unique (worker_id, day, seq)
);
create index day_review_day on day_review (seller_id, day);
alter table day_review enable row level security;
create policy own on day_review using (seller_id = app_company())
  with check (seller_id = app_company() and exists (select from worker w where w.worker_id = day_review.worker_id and w.company_id = day_review.seller_id));
revoke update, delete, truncate on day_review from koba_app;

-- Minutes after midnight that still belong to the day before: the day turns in the middle between two shifts, and never before midnight.
create function day_turn(shift_start integer, shift_end integer) returns integer language sql immutable parallel safe as $$
  select coalesce(greatest(0, (shift_start + shift_end + 1440) / 2 - 1440), 0)
$$;
create function duty_day(at timestamptz, turn integer) returns date language sql immutable parallel safe as $$
  select ((at - make_interval(mins => turn)) at time zone 'Asia/Tokyo')::date
$$;

-- 勤務日 on which somebody was at it. What has not ended is known up to where it last began; what took longer than 7 days counts where it ended.
create function duty_days(w work, turn integer) returns setof date language sql stable set search_path = public, pg_temp as $$
  with tail as (select coalesce(w.work_end, greatest(w.work_start, max(p.pause_end)) + interval '1 second') as till from pause p where p.work_key = w.key),
    active as (select tstzmultirange(tstzrange(w.work_start, t.till)) - coalesce((select range_agg(tstzrange(p.pause_start, p.pause_end)) from pause p
      where p.work_key = w.key and (p.pause_end is not null or w.work_end is null)), '{}') as at
      from tail t where w.work_start is not null and t.till >= w.work_start and t.till - w.work_start <= interval '7 days')
  select d::date from active, unnest(active.at) piece,
    generate_series(duty_day(lower(piece), turn)::timestamp, duty_day(upper(piece) - interval '1 microsecond', turn)::timestamp, interval '1 day') d
  union select duty_day(w.work_end, turn) where w.work_end is not null
$$;
revoke execute on function day_turn(integer, integer), duty_day(timestamptz, integer), duty_days(work, integer) from public;
grant execute on function day_turn(integer, integer), duty_day(timestamptz, integer), duty_days(work, integer) to koba_app;
