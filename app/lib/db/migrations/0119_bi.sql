-- BI: what each 実績, defect, stay and card counts for, by Tokyo's day and by what it is asked by (decision 070). Kept by the database itself,
-- in the transaction of what it counts; rows are only added, and folded now and then, so that nobody waits (as card_tally).
alter table work add column partner_id text references factory;
update work w set partner_id = l.partner_id from card_link l
where l.card_key = w.card_key and l.group_id = w.group_id and l.sent_time = w.work_start and l.received_time = w.work_end and w.worker_id is null;
alter table defect add column work_key bigint references work, add column is_recounted boolean not null default false;
update defect d set work_key = (select max(w.key) from work w
  where w.card_key = d.card_key and w.group_id = d.group_id and w.work_end = d.recorded_time and w.num_defective > 0);
update defect d set is_recounted = true from activity a
where a.subject = 'card' and a.subject_key = d.card_key and a.kind = 'defect' and a.at = d.recorded_time and (a.after ? 'num_good' or a.after ? 'num_partial');
create index work_ended on work (seller_id, work_end) where work_end is not null;
create index work_going on work (seller_id, work_start) where work_end is null;
create index activity_corrected on activity (seller_id, at) where kind = 'corrected';

-- How long a card stood in a process; without `left_time` it stands there. `is_counted`: it went on, and was not taken off the board.
create table card_stay (
  key bigint generated always as identity primary key,
  seller_id text not null,
  card_key bigint not null references card,
  group_id integer not null,
  entered_time timestamptz not null,
  left_time timestamptz,
  is_counted boolean not null default true,
  wait_minutes integer not null default 0 check (wait_minutes >= 0),
  work_minutes integer not null default 0 check (work_minutes >= 0)
);
create unique index card_stay_open on card_stay (card_key) where left_time is null;
create index card_stay_card on card_stay (card_key, entered_time);
create index card_stay_left on card_stay (seller_id, left_time) where left_time is not null;

-- 実働 of a 実績 on a day: of one person's cards at once each has its part.
create table work_minute (
  work_key bigint not null references work,
  day date not null,
  seller_id text not null,
  worker_id bigint not null,
  minutes integer not null check (minutes > 0),
  primary key (work_key, day, worker_id)
);
create index work_minute_day on work_minute (seller_id, day);
create index work_minute_worker on work_minute (worker_id, day);

-- 基準納期: the first that was agreed; only what the buyer asked for moves it.
create table agreed_due (
  card_key bigint primary key references card,
  seller_id text not null,
  original_date date not null
);

-- cube -1: as it came; 0: all that is asked by; 1: process, 2: and product, 3: and buyer, 4: and worker, 5: and partner; 6: by lead time alone.
-- What a cube does not tell apart stands at -1 or '*'; group_id 0 is of cards as such; 0 and '' are nobody and nothing. `day` is a month's first where `is_month`.
create table bi_tally (
  seller_id text not null,
  cube smallint not null,
  is_month boolean not null,
  day date not null,
  group_id integer not null,
  order_unit text not null,
  product_id bigint not null,
  buyer_id text not null,
  worker_id bigint not null,
  partner_id text not null,
  task_type text not null,
  lead_days integer not null,
  num_works integer not null default 0,
  num_good numeric not null default 0,
  num_defective numeric not null default 0,
  num_partial numeric not null default 0,
  num_recounted numeric not null default 0,
  minutes bigint not null default 0,
  num_stays integer not null default 0,
  wait_minutes bigint not null default 0,
  work_minutes bigint not null default 0,
  num_cards integer not null default 0,
  num_shipped numeric not null default 0,
  price bigint not null default 0,
  num_due integer not null default 0,
  num_kept integer not null default 0,
  due_items numeric not null default 0,
  kept_items numeric not null default 0,
  original_due integer not null default 0,
  original_kept integer not null default 0,
  original_due_items numeric not null default 0,
  original_kept_items numeric not null default 0,
  -- Whose cards they are may read it as well: of cards as such, never of processes.
  reader_id text generated always as (case when group_id = 0 and cube <= 0 then buyer_id end) stored
);
create unique index bi_tally_cell on bi_tally (seller_id, cube, is_month, day, group_id, order_unit, product_id, buyer_id, worker_id, partner_id,
  task_type, lead_days) where cube >= 0;
create index bi_tally_new on bi_tally (seller_id, day) where cube = -1;
create index bi_tally_reader on bi_tally (reader_id, is_month, day) where reader_id is not null;

do $$
declare name text;
begin
  foreach name in array array['card_stay', 'work_minute', 'agreed_due'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy own on %I for select using (seller_id = app_company())', name);
  end loop;
end $$;
alter table bi_tally enable row level security;
create policy tenant on bi_tally for select using (case when app_company() in (seller_id, reader_id) then true else false end);
revoke all on card_stay, work_minute, agreed_due, bi_tally from koba_app;
grant select on card_stay, work_minute, agreed_due, bi_tally to koba_app;

create function tokyo_day(at timestamptz) returns date language sql immutable parallel safe as $$ select (at at time zone 'Asia/Tokyo')::date $$;

-- What each thing counts for; `sign` is 1 where it comes and -1 where it goes.
create type bi_fact as (seller_id text, day date, group_id integer, order_unit text, product_id bigint, buyer_id text, worker_id bigint, partner_id text,
  task_type text, lead_days integer, num_works integer, num_good numeric, num_defective numeric, num_partial numeric, num_recounted numeric,
  minutes bigint, num_stays integer, wait_minutes bigint, work_minutes bigint, num_cards integer, num_shipped numeric, price bigint,
  num_due integer, num_kept integer, due_items numeric, kept_items numeric, original_due integer, original_kept integer,
  original_due_items numeric, original_kept_items numeric);

create function facts_of_card(sign integer, c card, original date) returns setof bi_fact language sql immutable as $$
  select c.seller_id, f.day, 0, c.order_unit, coalesce(c.product_id, 0), c.buyer_id, 0::bigint, '', coalesce(c.task_type, ''), f.lead_days,
    0, 0::numeric, 0::numeric, 0::numeric, 0::numeric, 0::bigint, 0, 0::bigint, 0::bigint, sign * f.cards, sign * f.shipped, sign * f.price,
    sign * f.due, sign * f.kept, sign * f.due_items, sign * f.kept_items, sign * f.due0, sign * f.kept0, sign * f.due0_items, sign * f.kept0_items
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

-- Of a process: 実績, defects, minutes and stays, each with what its card is.
create function facts_in_process(sign integer, c card, at date, process integer, worker bigint, partner text, works integer, good numeric, defective numeric,
  partial numeric, recounted numeric, worked bigint, stays integer, waited bigint, busy bigint) returns setof bi_fact language sql immutable as $$
  select c.seller_id, at, process, c.order_unit, coalesce(c.product_id, 0), c.buyer_id, coalesce(worker, 0), coalesce(partner, ''), coalesce(c.task_type, ''), -1,
    sign * works, sign * good, sign * defective, sign * partial, sign * recounted, sign * worked, sign * stays, sign * waited, sign * busy,
    0, 0::numeric, 0::bigint, 0, 0, 0::numeric, 0::numeric, 0, 0, 0::numeric, 0::numeric
$$;
create function facts_of_work(sign integer, c card, w work) returns setof bi_fact language sql immutable as $$
  select f.* from facts_in_process(sign, c, tokyo_day(w.work_end), w.group_id, w.worker_id, w.partner_id, 1, w.num_good, w.num_defective, w.num_partial,
    0, 0, 0, 0, 0) f where w.work_end is not null and not w.is_void
$$;
create function facts_of_defect(sign integer, c card, d defect) returns setof bi_fact language sql immutable as $$
  select f.* from facts_in_process(sign, c, tokyo_day(d.recorded_time), d.group_id, d.worker_id, '', 0, 0, d.num, 0,
    case when d.is_recounted then d.num else 0 end, 0, 0, 0, 0) f
  where d.work_key is null and not d.is_void and d.treatment is distinct from 'concession'
$$;
create function facts_of_minutes(sign integer, c card, w work, m work_minute) returns setof bi_fact language sql immutable as $$
  select f.* from facts_in_process(sign, c, m.day, w.group_id, m.worker_id, '', 0, 0, 0, 0, 0, m.minutes, 0, 0, 0) f
$$;
create function facts_of_stay(sign integer, c card, s card_stay) returns setof bi_fact language sql immutable as $$
  select f.* from facts_in_process(sign, c, tokyo_day(s.left_time), s.group_id, 0, '', 0, 0, 0, 0, 0, 0, 1, s.wait_minutes, s.work_minutes) f
  where s.left_time is not null and s.is_counted
$$;
-- All that a card counts for in its processes.
create function facts_within_card(sign integer, c card, dims card) returns setof bi_fact language sql stable set search_path = public, pg_temp as $$
  select f.* from work w, facts_of_work(sign, dims, w) f where w.card_key = c.key
  union all select f.* from defect d, facts_of_defect(sign, dims, d) f where d.card_key = c.key
  union all select f.* from work w join work_minute m on m.work_key = w.key, facts_of_minutes(sign, dims, w, m) f where w.card_key = c.key
  union all select f.* from card_stay s, facts_of_stay(sign, dims, s) f where s.card_key = c.key
$$;

do $$
declare
  dims text := 'seller_id, day, group_id, order_unit, product_id, buyer_id, worker_id, partner_id, task_type, lead_days';
  names text[] := (select array_agg(attname::text order by attnum) from pg_attribute where attrelid = 'bi_tally'::regclass and attnum > 12 and attgenerated = '');
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
  change record;
begin
  execute format($f$
    -- What is given, as it came; what comes and goes alike is not written.
    create function add_bi(facts bi_fact[]) returns void language plpgsql set search_path = public, pg_temp as $body$
    begin
      if cardinality(facts) = 0 then return; end if;
      insert into bi_tally (cube, is_month, %1$s, %2$s)
      select -1, false, %1$s, %3$s from unnest(facts) t group by %1$s having (%3$s) <> (%4$s);
      if found and (random() < 0.03 or cardinality(facts) > 2000) then
        perform fold_bi(seller_id) from (select distinct seller_id from unnest(facts) f) sellers;
      end if;
    end $body$;
    -- Puts into the cubes what has come since. Where somebody is at it already, it is left to them.
    create function fold_bi(seller text) returns void language plpgsql set search_path = public, pg_temp as $body$
    begin
      if not pg_try_advisory_xact_lock(hashtext('bi_tally'), hashtext(seller)) then return; end if;
      with gone as (delete from bi_tally t where t.seller_id = seller and t.cube = -1 returning t.*)
      insert into bi_tally as t (%5$s, %2$s) %6$s
      on conflict (%5$s) where cube >= 0 do update set %7$s;
    end $body$;$f$, dims, measures, sums, zeros, cell, format(cubed, 'gone'), more);
  execute format($f$
    create function bi_facts(since date) returns setof bi_fact language sql stable set search_path = public, pg_temp as $body$
      select f.* from card c left join agreed_due d on d.card_key = c.key, facts_of_card(1, c, d.original_date) f where f.day >= since
      union all select f.* from work w join card c on c.key = w.card_key, facts_of_work(1, c, w) f
        where w.work_end >= since::timestamp at time zone 'Asia/Tokyo'
      union all select f.* from defect d join card c on c.key = d.card_key, facts_of_defect(1, c, d) f
        where d.recorded_time >= since::timestamp at time zone 'Asia/Tokyo'
      union all select f.* from work_minute m join work w on w.key = m.work_key join card c on c.key = w.card_key, facts_of_minutes(1, c, w, m) f where m.day >= since
      union all select f.* from card_stay s join card c on c.key = s.card_key, facts_of_stay(1, c, s) f
        where s.left_time >= since::timestamp at time zone 'Asia/Tokyo'
    $body$;
    -- What is counted from that day on, and is not so.
    create function check_bi_tallies(since date) returns table (rule text, detail text) language sql stable security definer set search_path = public, pg_temp as $body$
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
    create function rebuild_bi_tallies() returns void language plpgsql security definer set search_path = public, pg_temp as $body$
    begin
      truncate bi_tally;
      insert into bi_tally (%5$s, %2$s) %7$s;
    end $body$;$f$, dims, measures, sums, zeros, cell,
    format(cubed, '(select * from bi_tally where cube = 0 and not is_month and day >= date_trunc(''month'', since))'),
    format(cubed, '(select * from bi_facts(''-infinity''))'), (select string_agg(format('-%I', n), ', ') from unnest(names) n));
end $$;

-- A card's minutes in a process: when somebody was at work on it, and the rest.
create function stay_minutes(card_key bigint, process integer, entered timestamptz, gone timestamptz, out waited integer, out busy integer)
language sql stable set search_path = public, pg_temp as $$
  select greatest(0, floor(extract(epoch from gone - entered) / 60)::integer - b.busy), b.busy from (
    select coalesce(floor(sum(extract(epoch from upper(r) - lower(r))) / 60), 0)::integer as busy from unnest((
      select range_agg((tstzmultirange(tstzrange(w.work_start, coalesce(w.work_end, gone)))
        - coalesce((select range_agg(tstzrange(p.pause_start, coalesce(p.pause_end, gone))) from pause p
            where p.work_key = w.key and coalesce(p.pause_end, gone) >= p.pause_start), '{}'))
        * tstzmultirange(tstzrange(entered, gone)))
      from work w where w.card_key = stay_minutes.card_key and w.group_id = process and not w.is_void and w.work_start is not null
        and coalesce(w.work_end, gone) >= w.work_start)) r) b
$$;

-- One person's minutes on these days, each instant in equal parts, whole minutes by largest remainder (docs/spec/bi.md). Of nobody named: of one 実績.
create function split_minutes(company text, worker bigint, single bigint, from_day date, to_day date) returns table (work_key bigint, day date, minutes integer)
language sql stable set search_path = public, pg_temp as $$
  with at as (
    select w.key, tstzmultirange(tstzrange(w.work_start, w.work_end)) - coalesce((select range_agg(tstzrange(p.pause_start, p.pause_end)) from pause p
      where p.work_key = w.key and p.pause_end is not null), '{}') as active
    from work w where w.seller_id = company and case when worker is null then w.key = single and w.worker_id is null else w.worker_id = worker end
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

-- One after the other for a person. `single`: of a 実績 of nobody.
create function keep_minutes(company text, worker bigint, single bigint, from_day date, to_day date) returns void language plpgsql set search_path = public, pg_temp as $$
declare
  facts bi_fact[];
begin
  if worker is not null then perform pg_advisory_xact_lock(hashtext('work_minute'), hashtext(worker::text)); end if;
  with now as materialized (select s.work_key, s.day, s.minutes from split_minutes(company, worker, single, from_day, to_day) s),
    old as materialized (select m.* from work_minute m where m.day between from_day and to_day
      and case when worker is null then m.work_key = single and m.worker_id = 0 else m.worker_id = worker end),
    gone as (delete from work_minute m using old where m.work_key = old.work_key and m.day = old.day and m.worker_id = old.worker_id
      and not exists (select from now where now.work_key = old.work_key and now.day = old.day and now.minutes = old.minutes) returning m.*),
    come as (select n.work_key, n.day, n.minutes from now n
      where not exists (select from old where old.work_key = n.work_key and old.day = n.day and old.minutes = n.minutes))
  select array_agg(f) into facts from (
    select f from gone m join work w on w.key = m.work_key join card c on c.key = w.card_key, facts_of_minutes(-1, c, w, m) f
    union all select f from come join work w on w.key = come.work_key join card c on c.key = w.card_key,
      facts_of_minutes(1, c, w, row(come.work_key, come.day, company, coalesce(worker, 0), come.minutes)::work_minute) f) f;
  insert into work_minute (work_key, day, seller_id, worker_id, minutes)
  select s.work_key, s.day, company, coalesce(worker, 0), s.minutes from split_minutes(company, worker, single, from_day, to_day) s
  on conflict do nothing;
  perform add_bi(facts);
end $$;

create function keep_stays(keys bigint[]) returns void language plpgsql set search_path = public, pg_temp as $$
declare
  facts bi_fact[];
begin
  with now as (select s, m.waited, m.busy from card_stay s, stay_minutes(s.card_key, s.group_id, s.entered_time, s.left_time) m
      where s.card_key = any(keys) and s.left_time is not null and (m.waited, m.busy) <> (s.wait_minutes, s.work_minutes)),
    kept as (update card_stay k set wait_minutes = now.waited, work_minutes = now.busy from now where k.key = (now.s).key returning k.*)
  select array_agg(f) into facts from (
    select f from now join card c on c.key = (now.s).card_key, facts_of_stay(-1, c, now.s) f
    union all select f from kept k join card c on c.key = k.card_key, facts_of_stay(1, c, k::card_stay) f) f;
  perform add_bi(facts);
end $$;

-- What the log says of where a card stood: what was taken back later is not said.
create function stays_of_log(keys bigint[]) returns table (card_key bigint, seller_id text, group_id integer, entered_time timestamptz, left_time timestamptz,
  is_counted boolean) language sql stable set search_path = public, pg_temp as $$
  with entry as (select a.subject_key, a.seller_id, a.seq, a.kind, (a.after ->> 'group_id')::integer as group_id,
      (a.after ->> 'group_update_time')::timestamptz as at, a.after ->> 'cancelled_time' is null as is_counted
    from activity a where a.subject = 'card' and (keys is null or a.subject_key = any(keys)) and a.after ? 'group_id' and a.after ? 'group_update_time'),
  stands as (select e.*, least(
      min(e.at) over later, min(case when e.kind in ('undone', 'released', 'unmerged') then e.at - interval '1 microsecond' end) over later) as back
    from entry e window later as (partition by e.subject_key order by e.seq rows between 1 following and unbounded following)),
  stood as (select s.*, lead(s.at) over (partition by s.subject_key order by s.seq) as gone,
      lead(s.is_counted) over (partition by s.subject_key order by s.seq) as went_on from stands s where s.back is null or s.back >= s.at)
  select subject_key, seller_id, group_id, at, case when gone is not null then greatest(at, gone) end, coalesce(went_on, true) from stood where group_id <> 99
$$;

-- A card whose process or time of entering has changed: a time before the last is a move taken back.
create function move_stays(keys bigint[]) returns void language plpgsql set search_path = public, pg_temp as $$
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
    kept as (update card_stay s set left_time = null, is_counted = true, wait_minutes = 0, work_minutes = 0 from again where s.key = (again.s).key)
  select array_agg(f) into more from again join card c on c.key = (again.s).card_key, facts_of_stay(-1, c, again.s) f;
  facts := facts || more;
  with gone as (update card_stay s set left_time = greatest(s.entered_time, c.group_update_time), is_counted = c.cancelled_time is null,
      wait_minutes = m.waited, work_minutes = m.busy
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

create function agreed_after(original date, before card, c card) returns date language sql stable as $$
  select case when coalesce(c.answer, 'accepted') <> 'accepted' or c.delivery_date is null then original
    when original is null or coalesce((before).answer, 'accepted') <> 'accepted' then c.delivery_date
    when (before).delivery_date is distinct from c.delivery_date and current_setting('app.asked_by', true) = c.buyer_id then c.delivery_date
    else original end
$$;

create function bi_card_insert() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  facts bi_fact[];
begin
  insert into agreed_due (card_key, seller_id, original_date)
  select c.key, c.seller_id, c.delivery_date from come c where c.delivery_date is not null and coalesce(c.answer, 'accepted') = 'accepted';
  insert into card_stay (seller_id, card_key, group_id, entered_time)
  select c.seller_id, c.key, c.group_id, c.group_update_time from come c where c.group_id <> 99;
  select array_agg(f) into facts from come c left join agreed_due d on d.card_key = c.key, facts_of_card(1, c::card, d.original_date) f;
  perform add_bi(facts);
  return null;
end $$;
create trigger bi_card_insert after insert on card referencing new table as come for each statement execute function bi_card_insert();

create function bi_card_update() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  facts bi_fact[];
  moved bigint[];
begin
  with pair as materialized (select g::card as g, c::card as c, d.original_date as was, agreed_after(d.original_date, g::card, c::card) as original,
        (g.product_id, g.buyer_id, g.task_type, g.order_unit) is distinct from (c.product_id, c.buyer_id, c.task_type, c.order_unit) as is_another
      from gone g join come c on c.key = g.key left join agreed_due d on d.card_key = c.key
      where (g.shipped_time, g.cancelled_time, g.num_good, g.num_items, g.price, g.is_billing_target, g.delivery_date, g.answer, g.product_id, g.buyer_id,
          g.task_type, g.order_unit) is distinct from
        (c.shipped_time, c.cancelled_time, c.num_good, c.num_items, c.price, c.is_billing_target, c.delivery_date, c.answer, c.product_id, c.buyer_id,
          c.task_type, c.order_unit)),
    due as (insert into agreed_due (card_key, seller_id, original_date) select (p.c).key, (p.c).seller_id, p.original from pair p
      where p.original is not null and p.original is distinct from p.was on conflict (card_key) do update set original_date = excluded.original_date)
  select array_agg(f) into facts from (
    select f from pair p, facts_of_card(-1, p.g, p.was) f
    union all select f from pair p, facts_of_card(1, p.c, p.original) f
    union all select f from pair p, facts_within_card(-1, p.c, p.g) f where p.is_another
    union all select f from pair p, facts_within_card(1, p.c, p.c) f where p.is_another) f;
  perform add_bi(facts);
  moved := array(select c.key from gone g join come c on c.key = g.key
    where (g.group_id, g.group_update_time) is distinct from (c.group_id, c.group_update_time));
  if cardinality(moved) > 0 then perform move_stays(moved); end if;
  return null;
end $$;
create trigger bi_card_update after update on card referencing old table as gone new table as come for each statement execute function bi_card_update();

create function bi_work_insert() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform add_bi(array(select f from come w join card c on c.key = w.card_key, facts_of_work(1, c, w::work) f));
  return null;
end $$;
create trigger bi_work_insert after insert on work referencing new table as come for each statement execute function bi_work_insert();
create function bi_work_update() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform add_bi(array(select f from gone w join card c on c.key = w.card_key, facts_of_work(-1, c, w::work) f
    union all select f from come w join card c on c.key = w.card_key, facts_of_work(1, c, w::work) f));
  return null;
end $$;
create trigger bi_work_update after update on work referencing old table as gone new table as come for each statement execute function bi_work_update();
create function bi_defect_insert() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform add_bi(array(select f from come d join card c on c.key = d.card_key, facts_of_defect(1, c, d::defect) f));
  return null;
end $$;
create trigger bi_defect_insert after insert on defect referencing new table as come for each statement execute function bi_defect_insert();
create function bi_defect_update() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform add_bi(array(select f from gone d join card c on c.key = d.card_key, facts_of_defect(-1, c, d::defect) f
    union all select f from come d join card c on c.key = d.card_key, facts_of_defect(1, c, d::defect) f));
  return null;
end $$;
create trigger bi_defect_update after update on defect referencing old table as gone new table as come for each statement execute function bi_defect_update();

-- At the end of the transaction: by then each 実績 and its pauses are as they stay, and nobody's time is held for long.
create function keep_work(w work) returns void language plpgsql set search_path = public, pg_temp as $$
begin
  if w.work_start is null or w.work_end is null or w.partner_id is not null or w.work_end - w.work_start > interval '7 days' then return; end if;
  perform keep_minutes(w.seller_id, w.worker_id, w.key, tokyo_day(w.work_start), tokyo_day(w.work_end));
end $$;
create function bi_work_ended() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'UPDATE' then perform keep_work(old); end if;
  perform keep_work(new);
  perform keep_stays(array[new.card_key]);
  return null;
end $$;
create constraint trigger bi_work_ended_new after insert on work deferrable initially deferred for each row when (new.work_end is not null)
  execute function bi_work_ended();
create constraint trigger bi_work_ended after update on work deferrable initially deferred for each row
  when ((old.worker_id, old.work_start, old.work_end, old.is_void, old.partner_id) is distinct from
      (new.worker_id, new.work_start, new.work_end, new.is_void, new.partner_id) and (old.work_end is not null or new.work_end is not null))
  execute function bi_work_ended();

-- 実働 as it has to be, of all that ended since.
create function minutes_of_work(since date) returns table (work_key bigint, day date, worker_id bigint, minutes integer, seller_id text)
language sql stable set search_path = public, pg_temp as $$
  with ended as materialized (select w.* from work w where not w.is_void and w.partner_id is null and w.work_start is not null
    and w.work_end - w.work_start <= interval '7 days' and w.work_end >= since::timestamp at time zone 'Asia/Tokyo'),
  days as materialized (select distinct e.seller_id, e.worker_id, case when e.worker_id is null then e.key end as single, d::date as day
    from ended e, generate_series(tokyo_day(e.work_start)::timestamp, tokyo_day(e.work_end)::timestamp, interval '1 day') d where d::date >= since)
  select m.work_key, m.day, coalesce(d.worker_id, 0), m.minutes, d.seller_id
  from days d, lateral split_minutes(d.seller_id, d.worker_id, d.single, d.day, d.day) m
$$;

create function check_bi(since date) returns table (rule text, detail text) language sql stable security definer set search_path = public, pg_temp as $$
  -- (25) What BI counts is what 実績, defects, stays and cards are; where cards stood is what the log says; a person's minutes are their 実績.
  select * from check_bi_tallies(since)
  union all
  select '25 stays', format('card %s, process %s from %s', s.card_key, s.group_id, s.entered_time) from (
    select l.card_key, l.group_id, l.entered_time, l.left_time, l.is_counted, 1 as sign
    from stays_of_log(array(select key from card where update_time >= since::timestamp at time zone 'Asia/Tokyo')) l
    where l.entered_time >= (select min(k.entered_time) from card_stay k where k.card_key = l.card_key)
    union all select s.card_key, s.group_id, s.entered_time, s.left_time, s.is_counted, -1
    from card_stay s join card c on c.key = s.card_key where c.update_time >= since::timestamp at time zone 'Asia/Tokyo') s
  group by s.card_key, s.group_id, s.entered_time, s.left_time, s.is_counted having sum(sign) <> 0
  union all
  select '25 stays', format('stay %s: %s waiting, %s at work', s.key, s.wait_minutes, s.work_minutes)
  from card_stay s, stay_minutes(s.card_key, s.group_id, s.entered_time, s.left_time) m
  where s.left_time >= since::timestamp at time zone 'Asia/Tokyo' and (s.wait_minutes, s.work_minutes) <> (m.waited, m.busy)
  union all
  select '25 minutes', format('work %s on %s', m.work_key, m.day) from (
    select k.work_key, k.day, k.worker_id, k.minutes, 1 as sign from minutes_of_work(since) k
    union all select w.work_key, w.day, w.worker_id, w.minutes, -1 from work_minute w where w.day >= since) m
  group by m.work_key, m.day, m.worker_id, m.minutes having sum(sign) <> 0
$$;

-- All of it anew: where cards stood from the log, minutes from 実績, tallies from both. 基準納期 is only given where it is missing.
create function rebuild_bi() returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into agreed_due (card_key, seller_id, original_date)
  select c.key, c.seller_id, coalesce(first.day, c.delivery_date) from card c left join lateral (
    select (a.before ->> 'delivery_date')::date as day from activity a where a.subject = 'card' and a.subject_key = c.key and a.after ? 'delivery_date'
      and a.kind not in ('created', 'agreed') and a.before ->> 'delivery_date' is not null
      and a.seq > coalesce((select min(y.seq) from activity y where y.subject = 'card' and y.subject_key = c.key and y.kind in ('accepted', 'agreed')), 0)
    order by a.seq limit 1) first on true
  where c.delivery_date is not null and coalesce(c.answer, 'accepted') = 'accepted' on conflict do nothing;
  truncate card_stay, work_minute;
  insert into card_stay (seller_id, card_key, group_id, entered_time, left_time, is_counted, wait_minutes, work_minutes)
  select s.seller_id, s.card_key, s.group_id, s.entered_time, s.left_time, s.is_counted, coalesce(m.waited, 0), coalesce(m.busy, 0)
  from stays_of_log(null) s left join lateral stay_minutes(s.card_key, s.group_id, s.entered_time, s.left_time) m on s.left_time is not null
  order by s.card_key, s.entered_time;
  insert into work_minute (work_key, day, seller_id, worker_id, minutes)
  select m.work_key, m.day, m.seller_id, m.worker_id, m.minutes from minutes_of_work('-infinity') m;
  perform rebuild_bi_tallies();
end $$;
select rebuild_bi();
create function operate_bi(anew boolean) returns table (rule text, detail text) language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not app_operator() then raise exception 'for operators alone' using errcode = '42501'; end if;
  if anew then perform rebuild_bi(); end if;
  return query select * from check_bi('-infinity');
end $$;

alter function check_invariants() rename to check_before_bi;
create function check_invariants() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select * from check_before_bi() union all select * from check_bi((now() at time zone 'Asia/Tokyo')::date - 40)
$$;
revoke execute on function tokyo_day(timestamptz), facts_of_card, facts_in_process, facts_of_work, facts_of_defect, facts_of_minutes, facts_of_stay,
  facts_within_card, add_bi, fold_bi, bi_facts, check_bi_tallies, rebuild_bi_tallies, stay_minutes, split_minutes, keep_minutes, keep_stays, stays_of_log,
  move_stays, agreed_after, bi_card_insert, bi_card_update, bi_work_insert, bi_work_update, bi_defect_insert, bi_defect_update, keep_work, bi_work_ended,
  minutes_of_work, check_bi, rebuild_bi, check_before_bi, operate_bi, check_invariants from public;
grant execute on function check_invariants(), operate_bi(boolean) to koba_app;
