-- The same day, by operators that depend on no setting: only so is the function's body put in place of its call (0170 took minutes from an
-- instant, which PostgreSQL holds to depend on the session's time zone; each call cost some ten microseconds, five times a 実績).
create or replace function duty_day(at timestamptz, days date[], turns integer[]) returns date language sql immutable parallel safe as $$
  select ((at at time zone 'Asia/Tokyo') - make_interval(mins => turns[width_bucket((at at time zone 'Asia/Tokyo')::date, days)]))::date
$$;
