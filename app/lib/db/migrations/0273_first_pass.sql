-- 直行率 (FPY) and waiting within 勤務時間 (decision 138): beside what bi_tally counts, how much of it was rework, and what of a card's waiting was in the
-- factory's open hours. Of a stay these are reckoned when the card goes on, by the 勤務時間 and holidays that then hold.
-- Null of what was made before: a card is what its log says, and that said nothing of it.
alter table card add column is_rework boolean;
alter table card_stay add column shift_wait_minutes integer check (shift_wait_minutes >= 0);
alter table bi_tally
  add column again_good numeric not null default 0,
  add column again_partial numeric not null default 0,
  add column again_defective numeric not null default 0,
  add column num_shift_stays integer not null default 0,
  add column shift_wait_minutes bigint not null default 0;
alter type bi_fact
  add attribute again_good numeric,
  add attribute again_partial numeric,
  add attribute again_defective numeric,
  add attribute num_shift_stays integer,
  add attribute shift_wait_minutes bigint;

create or replace function facts_of_card(sign integer, c card, original date) returns setof bi_fact language sql immutable as $$
  select c.seller_id, f.day, 0, c.order_unit, coalesce(c.product_id, 0), c.buyer_id, 0::bigint, '', coalesce(c.task_type, ''), f.lead_days,
    0, 0::numeric, 0::numeric, 0::numeric, 0::numeric, 0::bigint, 0, 0::bigint, 0::bigint, sign * f.cards, sign * f.shipped, sign * f.price,
    sign * f.due, sign * f.kept, sign * f.due_items, sign * f.kept_items, sign * f.due0, sign * f.kept0, sign * f.due0_items, sign * f.kept0_items,
    0::numeric, 0::numeric, 0::numeric, 0, 0::bigint
  from (
    select tokyo_day(c.shipped_time), case when c.task_type = 'part' then -1 else tokyo_day(c.shipped_time) - tokyo_day(c.created_time) end,
      1, c.num_good, case when c.is_billing_target then coalesce(c.price, 0) else 0 end, 0, 0, 0::numeric, 0::numeric, 0, 0, 0::numeric, 0::numeric
    where c.shipped_time is not null
    union all
    select d.day, -1, 0, 0::numeric, 0::bigint,
      case when d.original then 0 else 1 end, case when d.original then 0 else kept::integer end,
      case when d.original then 0 else c.num_items end, case when d.original then 0 else sent end,
      case when d.original then 1 else 0 end, case when d.original then kept::integer else 0 end,
      case when d.original then c.num_items else 0 end, case when d.original then sent else 0 end
    from (values (c.delivery_date, false), (original, true)) d (day, original),
      lateral (select coalesce(tokyo_day(c.shipped_time) <= d.day, false) as intime) t,
      lateral (select intime and c.num_good >= c.num_items as kept, case when intime then least(c.num_items, c.num_good) else 0 end as sent) k
    where d.day is not null and c.cancelled_time is null and coalesce(c.answer, 'accepted') = 'accepted' and c.task_type is distinct from 'part'
  ) f (day, lead_days, cards, shipped, price, due, kept, due_items, kept_items, due0, kept0, due0_items, kept0_items)
$$;
create or replace function facts_of_lead(sign integer, c card, accepted date, started date) returns setof bi_fact language sql immutable as $$
  select c.seller_id, tokyo_day(c.shipped_time), l.start, c.order_unit, coalesce(c.product_id, 0), c.buyer_id, 0::bigint, '', coalesce(c.task_type, ''),
    tokyo_day(c.shipped_time) - l.day, 0, 0::numeric, 0::numeric, 0::numeric, 0::numeric, 0::bigint, 0, 0::bigint, 0::bigint, sign, 0::numeric, 0::bigint,
    0, 0, 0::numeric, 0::numeric, 0, 0, 0::numeric, 0::numeric, 0::numeric, 0::numeric, 0::numeric, 0, 0::bigint
  from (values (-1, coalesce(accepted, tokyo_day(c.created_time))), (-2, started)) l (start, day)
  where c.shipped_time is not null and c.task_type is distinct from 'part' and l.day <= tokyo_day(c.shipped_time)
$$;
drop function facts_in_process(integer, card, date, integer, bigint, text, integer, numeric, numeric, numeric, numeric, bigint, integer, bigint, bigint);
create function facts_in_process(sign integer, c card, at date, process integer, worker bigint, partner text, works integer, good numeric, defective numeric,
  partial numeric, recounted numeric, worked bigint, stays integer, waited bigint, busy bigint, shifted integer default null)
returns setof bi_fact language sql immutable as $$
  select c.seller_id, at, process, c.order_unit, coalesce(c.product_id, 0), c.buyer_id, coalesce(worker, 0), coalesce(partner, ''), coalesce(c.task_type, ''), -1,
    sign * works, sign * good, sign * defective, sign * partial, sign * recounted, sign * worked, sign * stays, sign * waited, sign * busy,
    0, 0::numeric, 0::bigint, 0, 0, 0::numeric, 0::numeric, 0, 0, 0::numeric, 0::numeric,
    case when c.is_rework then sign * (good - recounted) else 0 end, case when c.is_rework then sign * partial else 0 end,
    case when c.is_rework then sign * defective else 0 end,
    case when shifted is null then 0 else sign * stays end, sign * coalesce(shifted, 0)::bigint
$$;
create or replace function facts_of_stay(sign integer, c card, s card_stay) returns setof bi_fact language sql immutable as $$
  select f.* from facts_in_process(sign, c, tokyo_day(s.left_time), s.group_id, 0, '', 0, 0, 0, 0, 0, 0, 1, s.wait_minutes, s.work_minutes,
    s.shift_wait_minutes) f
  where s.left_time is not null and s.is_counted
$$;

do $$
declare
  dims text := 'seller_id, day, group_id, order_unit, product_id, buyer_id, worker_id, partner_id, task_type, lead_days';
  names text[] := (select array_agg(attname::text order by attnum) from pg_attribute where attrelid = 'bi_tally'::regclass and attnum > 12
    and attgenerated = '' and not attisdropped);
  measures text := array_to_string(names, ', ');
  sums text := (select string_agg(format('sum(%I)', n), ', ') from unnest(names) n);
  summed text := (select string_agg(format('sum(%1$I) as %1$I', n), ', ') from unnest(names) n);
  zeros text := (select string_agg('0', ', ') from unnest(names));
  more text := (select string_agg(format('%1$I = t.%1$I + excluded.%1$I', n), ', ') from unnest(names) n);
  cell text := 'seller_id, cube, is_month, day, group_id, order_unit, product_id, buyer_id, worker_id, partner_id, task_type, lead_days';
  cubed text := format($f$
    select %1$s, %5$s from (
      select t.seller_id, c.cube::smallint as cube, m.is_month, case when m.is_month then date_trunc('month', t.day)::date else t.day end as day, t.group_id,
        case when c.cube = 6 then '*' else t.order_unit end as order_unit, case when c.cube in (0, 2) then t.product_id else -1 end as product_id,
        case when c.cube in (0, 3) then t.buyer_id else '*' end as buyer_id, case when c.cube in (0, 4) then t.worker_id else -1 end as worker_id,
        case when c.cube in (0, 5) then t.partner_id else '*' end as partner_id, case when c.cube = 0 then t.task_type else '*' end as task_type,
        case when c.cube in (0, 6) then t.lead_days else -1 end as lead_days, %3$s
      from %%s t cross join (values (0), (1), (2), (3), (4), (5), (6)) c (cube) cross join (values (false), (true)) m (is_month)
      where c.cube <> 6 or t.lead_days >= 0) t
    group by %1$s having (%2$s) <> (%4$s)$f$, cell, sums, measures, zeros, summed);
begin
  execute format($f$
    -- What is given, as it came; what comes and goes alike is not written.
    create or replace function add_bi(facts bi_fact[]) returns void language plpgsql set search_path = public, pg_temp as $body$
    begin
      if cardinality(facts) = 0 then return; end if;
      insert into bi_tally (cube, is_month, %1$s, %2$s)
      select -1, false, %1$s, %3$s from unnest(facts) t group by %1$s having (%3$s) <> (%4$s);
      if found and (random() < 0.03 or cardinality(facts) > 2000) then
        perform fold_bi(seller_id) from (select distinct seller_id from unnest(facts) f) sellers;
      end if;
    end $body$;
    -- Puts into the cubes what has come since. Where somebody is at it already, it is left to them.
    create or replace function fold_bi(seller text) returns void language plpgsql set search_path = public, pg_temp as $body$
    begin
      if not pg_try_advisory_xact_lock(hashtext('bi_tally'), hashtext(seller)) then return; end if;
      with gone as (delete from bi_tally t where t.seller_id = seller and t.cube = -1 returning t.*)
      insert into bi_tally as t (%5$s, %2$s) %6$s
      on conflict (%5$s) where cube >= 0 do update set %7$s;
    end $body$;$f$, dims, measures, sums, zeros, cell, format(cubed, 'gone'), more);
  execute format($f$
    -- What is counted from that day on, and is not so.
    create or replace function check_bi_tallies(since date) returns table (rule text, detail text) language sql stable security definer set search_path = public, pg_temp as $body$
      select '25 bi tallies', format('%%s %%s process %%s product %%s buyer %%s worker %%s: not what happened', seller_id, day, group_id, product_id, buyer_id, worker_id)
      from (select %1$s, %2$s from bi_tally where cube <= 0 and not is_month and day >= since
        union all select %1$s, %8$s from bi_facts(since)) t
      group by %1$s having (%3$s) <> (%4$s)
      union all
      select '25 bi tallies', format('%%s %%s cube %%s: not the sum of its days', seller_id, day, cube)
      from (select %5$s, %2$s from bi_tally where cube >= 0 and day >= date_trunc('month', since)
        union all select %5$s, %8$s from (%6$s) t) t
      group by %5$s having (%3$s) <> (%4$s)
    $body$;
    create or replace function rebuild_bi_tallies() returns void language plpgsql security definer set search_path = public, pg_temp as $body$
    begin
      truncate bi_tally;
      insert into bi_tally (%5$s, %2$s) %7$s;
    end $body$;$f$, dims, measures, sums, zeros, cell,
    format(cubed, '(select * from bi_tally where cube = 0 and not is_month and day >= date_trunc(''month'', since))'),
    format(cubed, '(select * from bi_facts(''-infinity''))'), (select string_agg(format('-%I', n), ', ') from unnest(names) n));
end $$;

-- When somebody is at work in the factory by its 勤務時間 less their breaks, on Mondays to Fridays that are no holiday; null without 勤務時間.
create function open_spans(company text, from_day date, to_day date) returns tstzmultirange language sql stable set search_path = public, pg_temp as $$
  select range_agg(tstzmultirange(tstzrange(m.midnight + make_interval(mins => s.shift_start), m.midnight + make_interval(mins => s.shift_end)))
    - coalesce((select range_agg(tstzrange(m.midnight + make_interval(mins => (b ->> 0)::integer), m.midnight + make_interval(mins => (b ->> 1)::integer)))
        from jsonb_array_elements(s.breaks) b), '{}'))
  from generate_series((from_day - 1)::timestamp, to_day::timestamp, interval '1 day') d
    cross join lateral (select d at time zone 'Asia/Tokyo' as midnight) m
    join shift s on s.company_id = company and s.since <= d::date and (s.until is null or d::date < s.until)
  where extract(isodow from d) < 6 and not exists (select from company_holiday h where h.company_id = company and h.holiday = d::date)
$$;
-- Of a stay, the minutes in the open hours in which nobody was at work on the card; null where no 勤務時間 held.
create function shift_wait(company text, card_key bigint, process integer, entered timestamptz, gone timestamptz) returns integer
language plpgsql stable set search_path = public, pg_temp as $$
declare
  waited tstzmultirange;
begin
  if not exists (select from shift s where s.company_id = company and s.since <= tokyo_day(gone) and (s.until is null or tokyo_day(entered) < s.until)) then
    return null;
  end if;
  waited := coalesce(open_spans(company, tokyo_day(entered), tokyo_day(gone)), '{}') * tstzmultirange(tstzrange(entered, gone))
    - busy_spans(card_key, process, entered, gone);
  return coalesce((select floor(sum(extract(epoch from upper(r) - lower(r))) / 60) from unnest(waited) r), 0);
end $$;
-- When somebody was at work on a card in a process.
create function busy_spans(card_key bigint, process integer, entered timestamptz, gone timestamptz) returns tstzmultirange
language sql stable set search_path = public, pg_temp as $$
  select coalesce(range_agg((tstzmultirange(tstzrange(w.work_start, coalesce(w.work_end, gone)))
    - coalesce((select range_agg(tstzrange(p.pause_start, coalesce(p.pause_end, gone))) from pause p
        where p.work_key = w.key and coalesce(p.pause_end, gone) >= p.pause_start), '{}'))
    * tstzmultirange(tstzrange(entered, gone))), '{}')
  from work w where w.card_key = busy_spans.card_key and w.group_id = process and not w.is_void and w.work_start is not null
    and coalesce(w.work_end, gone) >= w.work_start
$$;
create or replace function stay_minutes(card_key bigint, process integer, entered timestamptz, gone timestamptz, out waited integer, out busy integer)
language sql stable set search_path = public, pg_temp as $$
  select greatest(0, floor(extract(epoch from gone - entered) / 60)::integer - b.busy), b.busy from (
    select coalesce(floor(sum(extract(epoch from upper(r) - lower(r))) / 60), 0)::integer as busy
    from unnest(busy_spans(stay_minutes.card_key, process, entered, gone)) r) b
$$;

create or replace function move_stays(keys bigint[]) returns void language plpgsql set search_path = public, pg_temp as $$
declare
  facts bi_fact[];
  more bi_fact[];
begin
  with met as (select c.key as card_key, c.group_update_time as at, (select max(s.key) from card_stay s where s.card_key = c.key
      and s.group_id = c.group_id and s.entered_time = c.group_update_time) as stay_key from card c where c.key = any(keys)),
    gone as (delete from card_stay s using met where s.card_key = met.card_key
      and (s.entered_time > met.at or (s.entered_time = met.at and s.key > met.stay_key)) returning s.*)
  select array_agg(f) into facts from gone g join card c on c.key = g.card_key, facts_of_stay(-1, c, g::card_stay) f;
  with again as (select s from card_stay s join card c on c.key = s.card_key and c.group_id = s.group_id and c.group_update_time = s.entered_time
      where s.card_key = any(keys) and s.left_time is not null),
    kept as (update card_stay s set left_time = null, is_counted = true, wait_minutes = 0, work_minutes = 0, shift_wait_minutes = null from again where s.key = (again.s).key)
  select array_agg(f) into more from again join card c on c.key = (again.s).card_key, facts_of_stay(-1, c, again.s) f;
  facts := facts || more;
  with gone as (update card_stay s set left_time = greatest(s.entered_time, c.group_update_time), is_counted = c.cancelled_time is null,
      wait_minutes = m.waited, work_minutes = m.busy,
      shift_wait_minutes = shift_wait(c.seller_id, c.key, o.group_id, o.entered_time, greatest(o.entered_time, c.group_update_time))
    from card c, card_stay o, lateral stay_minutes(c.key, o.group_id, o.entered_time, greatest(o.entered_time, c.group_update_time)) m
    where c.key = any(keys) and o.card_key = c.key and o.left_time is null and s.key = o.key
      and (o.group_id, o.entered_time) is distinct from (c.group_id, c.group_update_time) returning s.*)
  select array_agg(f) into more from gone g join card c on c.key = g.card_key, facts_of_stay(1, c, g::card_stay) f;
  facts := facts || more;
  insert into card_stay (seller_id, card_key, group_id, entered_time)
  select c.seller_id, c.key, c.group_id, c.group_update_time from card c where c.key = any(keys) and c.group_id <> 99
    and not exists (select from card_stay s where s.card_key = c.key and s.left_time is null);
  perform add_bi(facts);
end $$;

create or replace function keep_stays(keys bigint[]) returns void language plpgsql set search_path = public, pg_temp as $$
declare
  facts bi_fact[];
begin
  with now as (select s, m.waited, m.busy, w as shifted from card_stay s, stay_minutes(s.card_key, s.group_id, s.entered_time, s.left_time) m,
        shift_wait(s.seller_id, s.card_key, s.group_id, s.entered_time, s.left_time) w
      where s.card_key = any(keys) and s.left_time is not null and (m.waited, m.busy, w) is distinct from (s.wait_minutes, s.work_minutes, s.shift_wait_minutes)),
    kept as (update card_stay k set wait_minutes = now.waited, work_minutes = now.busy, shift_wait_minutes = now.shifted from now where k.key = (now.s).key returning k.*)
  select array_agg(f) into facts from (
    select f from now join card c on c.key = (now.s).card_key, facts_of_stay(-1, c, now.s) f
    union all select f from kept k join card c on c.key = k.card_key, facts_of_stay(1, c, k::card_stay) f) f;
  perform add_bi(facts);
end $$;

create or replace function rebuild_bi_before_lead() returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into agreed_due (card_key, seller_id, original_date)
  select c.key, c.seller_id, coalesce(first.day, c.delivery_date) from card c left join lateral (
    select (a.before ->> 'delivery_date')::date as day from activity a where a.subject = 'card' and a.subject_key = c.key and a.after ? 'delivery_date'
      and a.kind not in ('created', 'agreed') and a.before ->> 'delivery_date' is not null
      and a.seq > coalesce((select min(y.seq) from activity y where y.subject = 'card' and y.subject_key = c.key and y.kind in ('accepted', 'agreed')), 0)
    order by a.seq limit 1) first on true
  where c.delivery_date is not null and coalesce(c.answer, 'accepted') = 'accepted' on conflict do nothing;
  truncate card_stay, work_minute;
  insert into card_stay (seller_id, card_key, group_id, entered_time, left_time, is_counted, wait_minutes, work_minutes, shift_wait_minutes)
  select s.seller_id, s.card_key, s.group_id, s.entered_time, s.left_time, s.is_counted, coalesce(m.waited, 0), coalesce(m.busy, 0),
    case when s.left_time is not null then shift_wait(s.seller_id, s.card_key, s.group_id, s.entered_time, s.left_time) end
  from stays_of_log(null) s left join lateral stay_minutes(s.card_key, s.group_id, s.entered_time, s.left_time) m on s.left_time is not null
  order by s.card_key, s.entered_time;
  insert into work_minute (work_key, day, seller_id, worker_id, minutes)
  select m.work_key, m.day, m.seller_id, m.worker_id, m.minutes from minutes_of_work('-infinity') m;
  perform rebuild_bi_tallies();
end $$;

update card_stay s set shift_wait_minutes = shift_wait(s.seller_id, s.card_key, s.group_id, s.entered_time, s.left_time)
where s.left_time is not null and exists (select from shift h where h.company_id = s.seller_id);
select rebuild_bi_tallies();

revoke execute on function facts_in_process, open_spans, shift_wait, busy_spans from public;
