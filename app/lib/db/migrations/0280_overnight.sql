-- 実績 that last over a midnight are few: 集計 of months asks for them at each month's first day, and read every 実績 of those days.
create function work_is_overnight(work_start timestamptz, work_end timestamptz) returns boolean language sql immutable parallel safe as $$
  select (work_start at time zone 'Asia/Tokyo')::date < (work_end at time zone 'Asia/Tokyo')::date
$$;
create index work_overnight on work (seller_id, work_end) where work_is_overnight(work_start, work_end);
revoke execute on function work_is_overnight(timestamptz, timestamptz) from public;
grant execute on function work_is_overnight(timestamptz, timestamptz) to koba_app;
