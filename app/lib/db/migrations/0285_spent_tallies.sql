-- As 0281 made them, with cube 7: whose minutes went into which product, by month alone and of all processes, which a year of
-- 商品別集計 reads (decision 070).
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
      select t.seller_id, c.cube::smallint as cube, m.is_month, case when m.is_month then date_trunc('month', t.day)::date else t.day end as day,
        case when c.cube = 7 then 1 else t.group_id end as group_id, case when c.cube in (6, 7) then '*' else t.order_unit end as order_unit,
        case when c.cube in (0, 2, 7) then t.product_id else -1 end as product_id, case when c.cube in (0, 3) then t.buyer_id else '*' end as buyer_id,
        case when c.cube in (0, 4, 7) then t.worker_id else -1 end as worker_id,
        case when c.cube in (0, 5) then t.partner_id else '*' end as partner_id, case when c.cube = 0 then t.task_type else '*' end as task_type,
        case when c.cube in (0, 6) then t.lead_days else -1 end as lead_days, %3$s
      from %%s t cross join (values (0), (1), (2), (3), (4), (5), (6), (7)) c (cube) cross join (values (false), (true)) m (is_month)
      where case c.cube when 6 then t.lead_days >= 0 when 7 then m.is_month and t.group_id > 0 else true end) t
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
  -- What has come since is still to be folded, into this one too.
  execute format('insert into bi_tally (%1$s, %2$s) select %1$s, %2$s from (%3$s) t where cube = 7', cell, measures,
    format(cubed, '(select * from bi_tally where cube = 0 and not is_month)'));
end $$;
create index bi_tally_spent on bi_tally (seller_id, day, group_id) include (worker_id, product_id, minutes, machine_minutes)
  where cube = 7 and is_month;
