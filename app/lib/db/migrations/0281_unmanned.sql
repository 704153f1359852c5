-- 無人運転 (decision 141): a machine runs by itself and nobody stands at it. Its time is 機械時間: in `machine_minute` and beside 実働 in `bi_tally`, each
-- 実績 by itself, through breaks, cut at midnight. What says what a person did, says nothing of it.
alter table work add column is_unmanned boolean not null default false;
alter table process add column runs_unmanned boolean not null default false;
create table machine_minute (
  work_key bigint not null references work,
  day date not null,
  seller_id text not null,
  worker_id bigint not null,
  minutes integer not null check (minutes > 0),
  primary key (work_key, day)
);
alter table machine_minute enable row level security;
create policy own on machine_minute for select using (seller_id = app_company());
revoke all on machine_minute from koba_app;
grant select on machine_minute to koba_app;
alter table scan drop constraint scan_act_check;
alter table scan add constraint scan_act_check
  check (act in ('start', 'unmanned', 'resume', 'finish', 'pause', 'next', 'undo', 'indirect_start', 'indirect_stop'));
alter table bi_tally add column machine_minutes bigint not null default 0;
alter type bi_fact add attribute machine_minutes bigint;

create or replace function facts_of_card(sign integer, c card, original date, delivered delivered_part[]) returns setof bi_fact language sql immutable as $$
  select c.seller_id, f.day, f.group_id, c.order_unit, coalesce(c.product_id, 0), c.buyer_id, 0::bigint, '', coalesce(c.task_type, ''), f.lead_days,
    0, 0::numeric, 0::numeric, 0::numeric, 0::numeric, 0::bigint, 0, 0::bigint, 0::bigint, sign * f.cards, sign * f.shipped, sign * f.price,
    sign * f.due, sign * f.kept, sign * f.due_items, sign * f.kept_items, sign * f.due0, sign * f.kept0, sign * f.due0_items, sign * f.kept0_items,
    0::numeric, 0::numeric, 0::numeric, 0, 0::bigint, 0::bigint
  from (
    select 0, tokyo_day(c.shipped_time), case when c.task_type = 'part' then -1 else tokyo_day(c.shipped_time) - tokyo_day(c.created_time) end,
      1, c.num_good, case when c.is_billing_target then coalesce(c.price, 0) else 0 end, 0, 0, 0::numeric, 0::numeric, 0, 0, 0::numeric, 0::numeric
    where c.shipped_time is not null
    union all
    select 0, d.day, -1, 0, 0::numeric, 0::bigint,
      case when d.original then 0 else 1 end, case when d.original then 0 else kept::integer end,
      case when d.original then 0 else c.num_items end, case when d.original then 0 else sent end,
      case when d.original then 1 else 0 end, case when d.original then kept::integer else 0 end,
      case when d.original then c.num_items else 0 end, case when d.original then sent else 0 end
    from (values (c.delivery_date, false), (original, true)) d (day, original),
      lateral (select case
        when delivered is not null then (select coalesce(sum(p.num), 0) from unnest(delivered) p where p.day <= d.day)
        when tokyo_day(c.shipped_time) <= d.day then c.num_good else 0 end as num) t,
      lateral (select t.num >= c.num_items as kept, least(c.num_items, t.num) as sent) k
    where d.day is not null and c.cancelled_time is null and coalesce(c.answer, 'accepted') = 'accepted' and c.task_type is distinct from 'part'
    union all
    select -3, c.delivery_date, c.delivery_date - w.day, 1, 0::numeric, 0::bigint, 0, 0, 0::numeric, 0::numeric, 0, 0, 0::numeric, 0::numeric
    from (select case
      when delivered is not null then (select min(t.day) from (
        select p.day, sum(sum(p.num)) over (order by p.day) as num from unnest(delivered) p group by p.day) t where t.num >= c.num_items)
      when c.num_good >= c.num_items then tokyo_day(c.shipped_time) end as day) w
    where w.day < c.delivery_date and c.cancelled_time is null and coalesce(c.answer, 'accepted') = 'accepted' and c.task_type is distinct from 'part'
  ) f (group_id, day, lead_days, cards, shipped, price, due, kept, due_items, kept_items, due0, kept0, due0_items, kept0_items)
$$;
create or replace function facts_of_lead(sign integer, c card, accepted date, started date) returns setof bi_fact language sql immutable as $$
  select c.seller_id, tokyo_day(c.shipped_time), l.start, c.order_unit, coalesce(c.product_id, 0), c.buyer_id, 0::bigint, '', coalesce(c.task_type, ''),
    tokyo_day(c.shipped_time) - l.day, 0, 0::numeric, 0::numeric, 0::numeric, 0::numeric, 0::bigint, 0, 0::bigint, 0::bigint, sign, 0::numeric, 0::bigint,
    0, 0, 0::numeric, 0::numeric, 0, 0, 0::numeric, 0::numeric, 0::numeric, 0::numeric, 0::numeric, 0, 0::bigint, 0::bigint
  from (values (-1, coalesce(accepted, tokyo_day(c.created_time))), (-2, started)) l (start, day)
  where c.shipped_time is not null and c.task_type is distinct from 'part' and l.day <= tokyo_day(c.shipped_time)
$$;
drop function facts_in_process(integer, card, date, integer, bigint, text, integer, numeric, numeric, numeric, numeric, bigint, integer, bigint, bigint,
  integer);
create function facts_in_process(sign integer, c card, at date, process integer, worker bigint, partner text, works integer, good numeric, defective numeric,
  partial numeric, recounted numeric, worked bigint, stays integer, waited bigint, busy bigint, shifted integer default null, machine bigint default 0)
returns setof bi_fact language sql immutable as $$
  select c.seller_id, at, process, c.order_unit, coalesce(c.product_id, 0), c.buyer_id, coalesce(worker, 0), coalesce(partner, ''), coalesce(c.task_type, ''), -1,
    sign * works, sign * good, sign * defective, sign * partial, sign * recounted, sign * worked, sign * stays, sign * waited, sign * busy,
    0, 0::numeric, 0::bigint, 0, 0, 0::numeric, 0::numeric, 0, 0, 0::numeric, 0::numeric,
    case when c.is_rework then sign * (good - recounted) else 0 end, case when c.is_rework then sign * partial else 0 end,
    case when c.is_rework then sign * defective else 0 end,
    case when shifted is null then 0 else sign * stays end, sign * coalesce(shifted, 0)::bigint, sign * machine
$$;
create function facts_of_machine(sign integer, c card, w work, m machine_minute) returns setof bi_fact language sql immutable as $$
  select f.* from facts_in_process(sign, c, m.day, w.group_id, m.worker_id, '', 0, 0, 0, 0, 0, 0, 0, 0, 0, null, m.minutes) f
$$;
create or replace function facts_within_card(sign integer, c card, dims card) returns setof bi_fact language sql stable set search_path = public, pg_temp as $$
  select f.* from work w, facts_of_work(sign, dims, w) f where w.card_key = c.key
  union all select f.* from defect d, facts_of_defect(sign, dims, d) f where d.card_key = c.key
  union all select f.* from work w join work_minute m on m.work_key = w.key, facts_of_minutes(sign, dims, w, m) f where w.card_key = c.key
  union all select f.* from work w join machine_minute m on m.work_key = w.key, facts_of_machine(sign, dims, w, m) f where w.card_key = c.key
  union all select f.* from card_stay s, facts_of_stay(sign, dims, s) f where s.card_key = c.key
$$;
create or replace function bi_facts(since date) returns setof bi_fact language sql stable set search_path = public, pg_temp as $$
  select f.* from card c left join agreed_due d on d.card_key = c.key
      left join collaboration k on k.seller_id = c.seller_id and k.buyer_id = c.buyer_id,
    lateral (select judged_by(c, k.on_time_day) as parts offset 0) j, facts_of_card(1, c, d.original_date, j.parts) f where f.day >= since
  union all select f.* from card c left join card_lead l on l.card_key = c.key, facts_of_lead(1, c, l.accepted_day, l.started_day) f
    where c.shipped_time >= since::timestamp at time zone 'Asia/Tokyo'
  union all select f.* from work w join card c on c.key = w.card_key, facts_of_work(1, c, w) f
    where w.work_end >= since::timestamp at time zone 'Asia/Tokyo'
  union all select f.* from defect d join card c on c.key = d.card_key, facts_of_defect(1, c, d) f
    where d.recorded_time >= since::timestamp at time zone 'Asia/Tokyo'
  union all select f.* from work_minute m join work w on w.key = m.work_key join card c on c.key = w.card_key, facts_of_minutes(1, c, w, m) f where m.day >= since
  union all select f.* from machine_minute m join work w on w.key = m.work_key join card c on c.key = w.card_key, facts_of_machine(1, c, w, m) f
    where m.day >= since
  union all select f.* from card_stay s join card c on c.key = s.card_key, facts_of_stay(1, c, s) f
    where s.left_time >= since::timestamp at time zone 'Asia/Tokyo'
$$;
-- As 0273 made them, now with machine_minutes.
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
-- 実働: without 無人運転.
create or replace function split_minutes(company text, worker bigint, single bigint, from_day date, to_day date) returns table (work_key bigint, day date, minutes integer)
language sql stable set search_path = public, pg_temp as $$
  with rest as materialized (select case when worker is null then '{}' else breaks_of(company, worker, from_day, to_day) end as spans),
  at as (
    select w.key, tstzmultirange(tstzrange(w.work_start, w.work_end)) - rest.spans
      - coalesce((select range_agg(tstzrange(p.pause_start, p.pause_end)) from pause p where p.work_key = w.key and p.pause_end is not null), '{}') as active
    from work w, rest where w.seller_id = company and case when worker is null then w.key = single and w.worker_id is null else w.worker_id = worker end
      and not w.is_void and not w.is_unmanned and w.partner_id is null and w.work_end is not null and w.work_end - w.work_start <= interval '7 days'
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
create or replace function split_indirect(company text, whose bigint, from_day date, to_day date)
returns table (indirect_key bigint, day date, label text, is_break boolean, minutes integer) language sql stable set search_path = public, pg_temp as $$
  with days as materialized (select d::date as day, tstzrange(day_begins(company, whose, d::date), day_begins(company, whose, d::date + 1)) as span
    from generate_series(from_day::timestamp, to_day::timestamp, interval '1 day') d),
  edge as materialized (select min(lower(span)) as low, max(upper(span)) as high from days),
  rest as materialized (select breaks_of(company, whose, from_day, to_day + 1) as spans),
  beside as (select i.key, i.label, i.is_break, i.work_start, tstzmultirange(tstzrange(i.work_start, i.work_end)) as active from indirect_work i, edge
    where i.seller_id = company and i.worker_id = whose and i.voided_time is null and i.work_end > edge.low and i.work_start < edge.high),
  ended as (
    select w.key, w.work_start, w.work_end, false as is_long from work w, edge where w.seller_id = company and w.worker_id = whose and not w.is_void and not w.is_unmanned
      and w.partner_id is null and w.work_start < edge.high and w.work_start > edge.low - interval '7 days' and w.work_end > edge.low
      and w.work_end - w.work_start <= interval '7 days'
    union all
    select w.key, w.work_start, w.work_end, true from work w, edge where w.seller_id = company and w.worker_id = whose and not w.is_void and not w.is_unmanned
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
create or replace function minutes_of_work(since date) returns table (work_key bigint, day date, worker_id bigint, minutes integer, seller_id text)
language sql stable set search_path = public, pg_temp as $$
  with ended as materialized (select w.* from work w where not w.is_void and not w.is_unmanned and w.partner_id is null and w.work_start is not null
    and w.work_end - w.work_start <= interval '7 days' and w.work_end >= since::timestamp at time zone 'Asia/Tokyo'),
  days as materialized (select distinct e.seller_id, e.worker_id, case when e.worker_id is null then e.key end as single, d::date as day
    from ended e, generate_series(tokyo_day(e.work_start)::timestamp, tokyo_day(e.work_end)::timestamp, interval '1 day') d where d::date >= since)
  select m.work_key, m.day, coalesce(d.worker_id, 0), m.minutes, d.seller_id
  from days d, lateral split_minutes(d.seller_id, d.worker_id, d.single, d.day, d.day) m
$$;

-- 機械時間 of these 実績, by calendar day; null: of all.
create function machine_minutes_of(keys bigint[]) returns setof machine_minute language sql stable set search_path = public, pg_temp as $$
  select w.key, d.day, w.seller_id, coalesce(w.worker_id, 0), d.minutes
  from work w, lateral (
    select g::date as day, (select floor(sum(extract(epoch from upper(r) - lower(r))) / 60)::integer from unnest(
        tstzmultirange(tstzrange(w.work_start, w.work_end)) * tstzmultirange(tstzrange(g at time zone 'Asia/Tokyo', (g + interval '1 day') at time zone 'Asia/Tokyo'))
          - coalesce((select range_agg(tstzrange(p.pause_start, p.pause_end)) from pause p where p.work_key = w.key and p.pause_end is not null), '{}')) r) as minutes
    from generate_series(tokyo_day(w.work_start)::timestamp, tokyo_day(w.work_end)::timestamp, interval '1 day') g) d
  where (keys is null or w.key = any(keys)) and w.is_unmanned and not w.is_void and w.partner_id is null and w.work_start is not null
    and w.work_end - w.work_start <= interval '7 days' and d.minutes > 0
$$;
create function keep_machine(key bigint) returns void language plpgsql set search_path = public, pg_temp as $$
declare
  facts bi_fact[];
begin
  with gone as (delete from machine_minute m where m.work_key = key returning m.*),
    come as (select m from machine_minutes_of(array[key]) m)
  select array_agg(f) into facts from (
    select f from gone m join work w on w.key = m.work_key join card c on c.key = w.card_key, facts_of_machine(-1, c, w, m::machine_minute) f
    union all select f from come join work w on w.key = (come.m).work_key join card c on c.key = w.card_key, facts_of_machine(1, c, w, come.m) f) f;
  insert into machine_minute select * from machine_minutes_of(array[key]);
  perform add_bi(coalesce(facts, '{}'));
end $$;
create or replace function keep_work(w work) returns void language plpgsql set search_path = public, pg_temp as $$
begin
  if w.work_start is null or w.work_end is null or w.partner_id is not null or w.work_end - w.work_start > interval '7 days' then return; end if;
  if w.is_unmanned then
    perform keep_machine(w.key);
  else
    perform keep_minutes(w.seller_id, w.worker_id, w.key, tokyo_day(w.work_start), tokyo_day(w.work_end));
  end if;
end $$;
drop trigger bi_work_ended on work;
create constraint trigger bi_work_ended after update on work deferrable initially deferred for each row
  when ((old.worker_id, old.work_start, old.work_end, old.is_void, old.partner_id, old.is_unmanned) is distinct from
      (new.worker_id, new.work_start, new.work_end, new.is_void, new.partner_id, new.is_unmanned) and (old.work_end is not null or new.work_end is not null))
  execute function bi_work_ended();

alter function check_bi(date) rename to check_bi_before_machine;
create function check_bi(since date) returns table (rule text, detail text) language sql stable security definer set search_path = public, pg_temp as $$
  select * from check_bi_before_machine(since)
  union all
  select '25 machine minutes', format('work %s on %s', m.work_key, m.day) from (
    select k.*, 1 as sign from machine_minutes_of(null) k where k.day >= since
    union all select m.*, -1 from machine_minute m where m.day >= since) m
  group by m.work_key, m.day, m.seller_id, m.worker_id, m.minutes having sum(sign) <> 0
$$;
create or replace function rebuild_bi_before_lead() returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into agreed_due (card_key, seller_id, original_date)
  select c.key, c.seller_id, coalesce(first.day, c.delivery_date) from card c left join lateral (
    select (a.before ->> 'delivery_date')::date as day from activity a where a.subject = 'card' and a.subject_key = c.key and a.after ? 'delivery_date'
      and a.kind not in ('created', 'agreed') and a.before ->> 'delivery_date' is not null
      and a.seq > coalesce((select min(y.seq) from activity y where y.subject = 'card' and y.subject_key = c.key and y.kind in ('accepted', 'agreed')), 0)
    order by a.seq limit 1) first on true
  where c.delivery_date is not null and coalesce(c.answer, 'accepted') = 'accepted' on conflict do nothing;
  truncate card_stay, work_minute, machine_minute;
  insert into card_stay (seller_id, card_key, group_id, entered_time, left_time, is_counted, wait_minutes, work_minutes, shift_wait_minutes)
  select s.seller_id, s.card_key, s.group_id, s.entered_time, s.left_time, s.is_counted, coalesce(m.waited, 0), coalesce(m.busy, 0),
    case when s.left_time is not null then shift_wait(s.seller_id, s.card_key, s.group_id, s.entered_time, s.left_time) end
  from stays_of_log(null) s left join lateral stay_minutes(s.card_key, s.group_id, s.entered_time, s.left_time) m on s.left_time is not null
  order by s.card_key, s.entered_time;
  insert into work_minute (work_key, day, seller_id, worker_id, minutes)
  select m.work_key, m.day, m.seller_id, m.worker_id, m.minutes from minutes_of_work('-infinity') m;
  insert into machine_minute select * from machine_minutes_of(null);
  perform rebuild_bi_tallies();
end $$;

revoke execute on function facts_in_process, facts_of_machine, machine_minutes_of, keep_machine, check_bi_before_machine, check_bi from public;
