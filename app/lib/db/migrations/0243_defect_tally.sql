-- 不良明細 (decision 120): its rows as they stand, found by their time, and what they come to by day and by month. A card's rows are worked out anew at the
-- commit of what they depend on: 実績, 不良登録 and 処置, and the card's own price and units.
create table bad_row (
  row_key text not null,
  seller_id text not null,
  card_key bigint not null references card,
  work_key bigint,
  defect_key bigint,
  at timestamptz not null,
  group_id integer not null,
  status text not null,
  worker_id bigint,
  partner_id text,
  num_total numeric not null,
  num_defective numeric not null,
  num numeric not null,
  reason_id bigint,
  reason text,
  treatment text,
  treatment_label text,
  child_key bigint,
  note text,
  order_unit text not null,
  product_id bigint,
  buyer_id text not null,
  task_type text,
  loss bigint,
  primary key (seller_id, row_key)
);
create index bad_row_at on bad_row (seller_id, at desc, row_key desc);
create index bad_row_card on bad_row (card_key);
create table defect_tally (
  seller_id text not null,
  is_new boolean not null,
  is_month boolean not null,
  day date not null,
  group_id integer not null,
  order_unit text not null,
  product_id bigint not null,
  buyer_id text not null,
  worker_id bigint not null,
  partner_id text not null,
  task_type text not null,
  reason_id bigint not null,
  treatment text not null,
  n integer not null,
  num_defective numeric not null,
  num numeric not null,
  loss bigint not null,
  unpriced integer not null
);
create unique index defect_tally_cell on defect_tally (seller_id, is_month, day, group_id, order_unit, product_id, buyer_id, worker_id, partner_id, task_type,
  reason_id, treatment) where not is_new;
create index defect_tally_new on defect_tally (seller_id, day) where is_new;
do $$
declare name text;
begin
  foreach name in array array['bad_row', 'defect_tally'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy own on %I for select using (seller_id = app_company())', name);
    execute format('revoke all on %I from koba_app', name);
    execute format('grant select on %I to koba_app', name);
  end loop;
end $$;

-- Those of a 実績 as its number now stands, with the last word of its 不良; 特採 as 0; and what 不良登録 found.
create function bad_of(keys bigint[]) returns setof bad_row language sql stable set search_path = public, pg_temp as $$
  select r.row_key, c.seller_id, c.key, r.work_key, r.defect_key, r.at, r.group_id, r.status, r.worker_id, r.partner_id, r.num_total, r.num_defective, r.num,
    r.reason_id, r.reason, r.treatment, r.treatment_label, r.child_key, nullif(r.note, ''), c.order_unit, c.product_id, c.buyer_id, c.task_type,
    round(case when c.order_unit = c.unit then r.num_defective else round(case c.order_unit when 'kg' then r.num_defective / nullif(c.unit_weight, 0)
        when 'set' then r.num_defective * c.pieces_per_set else r.num_defective end
      * case c.unit when 'kg' then c.unit_weight when 'set' then 1 / nullif(c.pieces_per_set, 0) else 1 end, 3) end * c.unit_price)::bigint
  from (
    select 'w' || w.key as row_key, w.card_key, w.key as work_key, d.key as defect_key, w.work_end as at, w.group_id, w.status, w.worker_id, w.partner_id,
      w.num_good + w.num_defective as num_total, w.num_defective, w.num_defective as num, d.reason_id, d.reason, d.treatment, d.treatment_label, d.child_key,
      concat_ws(' ', d.note, case when d.note is distinct from w.note then w.note end) as note
    from work w left join lateral (select * from defect f where f.work_key = w.key and not f.is_void order by f.key desc limit 1) d on true
    where (keys is null or w.card_key = any(keys)) and w.work_end is not null and not w.is_void and w.num_defective > 0
    union all
    select 'w' || w.key, w.card_key, w.key, d.key, w.work_end, w.group_id, w.status, w.worker_id, w.partner_id, w.num_good + w.num_defective, w.num_defective,
      d.num, d.reason_id, d.reason, d.treatment, d.treatment_label, d.child_key, d.note
    from work w join lateral (select * from defect f where f.work_key = w.key and not f.is_void and f.treatment = 'concession' order by f.key desc limit 1) d on true
    where (keys is null or w.card_key = any(keys)) and w.work_end is not null and not w.is_void and w.num_defective = 0
    union all
    select 'd' || d.key, d.card_key, null, d.key, d.recorded_time, d.group_id, d.status, d.worker_id, null, x.num_items,
      case when d.treatment = 'concession' then 0 else d.num end, d.num, d.reason_id, d.reason, d.treatment, d.treatment_label, d.child_key, d.note
    from defect d join card x on x.key = d.card_key
    where (keys is null or d.card_key = any(keys)) and not d.is_void and d.work_key is null) r
  join card c on c.key = r.card_key
$$;

create type defect_fact as (seller_id text, day date, group_id integer, order_unit text, product_id bigint, buyer_id text, worker_id bigint, partner_id text,
  task_type text, reason_id bigint, treatment text, n integer, num_defective numeric, num numeric, loss bigint, unpriced integer);
create function facts_of_bad(sign integer, b bad_row) returns setof defect_fact language sql immutable set search_path = public, pg_temp as $$
  select b.seller_id, tokyo_day(b.at), b.group_id, b.order_unit, coalesce(b.product_id, 0), b.buyer_id, coalesce(b.worker_id, 0), coalesce(b.partner_id, ''),
    coalesce(b.task_type, ''), coalesce(b.reason_id, 0), coalesce(b.treatment, ''), sign, sign * b.num_defective, sign * b.num, sign * coalesce(b.loss, 0),
    sign * (b.loss is null)::integer
$$;

do $$
declare
  dims text := 'seller_id, day, group_id, order_unit, product_id, buyer_id, worker_id, partner_id, task_type, reason_id, treatment';
  cell text := 'seller_id, is_month, day, group_id, order_unit, product_id, buyer_id, worker_id, partner_id, task_type, reason_id, treatment';
  measures text := 'n, num_defective, num, loss, unpriced';
  sums text := 'sum(n), sum(num_defective), sum(num), sum(loss), sum(unpriced)';
  whole text := format($f$
    insert into defect_tally as t (is_new, %1$s, %2$s)
    select false, %1$s, %3$s from (
      select g.seller_id, m.is_month, case when m.is_month then date_trunc('month', g.day)::date else g.day end as day, g.group_id, g.order_unit, g.product_id,
        g.buyer_id, g.worker_id, g.partner_id, g.task_type, g.reason_id, g.treatment, g.n, g.num_defective, g.num, g.loss, g.unpriced
      from %%s g cross join (values (false), (true)) m (is_month)) c
    group by %1$s having (%3$s) <> (0, 0, 0, 0, 0)$f$, cell, measures, sums);
begin
  execute format($f$
    create function fold_defects(seller text) returns void language plpgsql set search_path = public, pg_temp as $body$
    begin
      if not pg_try_advisory_xact_lock(hashtext('defect_tally'), hashtext(seller)) then return; end if;
      with gone as (delete from defect_tally t where t.seller_id = seller and t.is_new returning t.*) %1$s
      on conflict (%6$s) where not is_new do update set n = t.n + excluded.n, num_defective = t.num_defective + excluded.num_defective,
        num = t.num + excluded.num, loss = t.loss + excluded.loss, unpriced = t.unpriced + excluded.unpriced;
    end $body$;
    create function keep_bad(key bigint) returns void language plpgsql set search_path = public, pg_temp as $body$
    declare
      was bad_row[] := array(select b from bad_row b where b.card_key = key order by b.row_key);
      now bad_row[] := array(select b from bad_of(array[key]) b order by b.row_key);
    begin
      if was = now then return; end if;
      delete from bad_row b where b.card_key = key;
      insert into bad_row select n.* from unnest(now) n;
      insert into defect_tally (is_new, is_month, %3$s, %4$s)
      select true, false, %3$s, %5$s from (
        select f.* from unnest(was) b, facts_of_bad(-1, b::bad_row) f union all select f.* from unnest(now) b, facts_of_bad(1, b::bad_row) f) f
      group by %3$s having (%5$s) <> (0, 0, 0, 0, 0);
      if found and random() < 0.03 then perform fold_defects(seller_id) from card c where c.key = keep_bad.key; end if;
    end $body$;
    create function rebuild_defects() returns void language plpgsql set search_path = public, pg_temp as $body$
    begin
      truncate bad_row, defect_tally;
      insert into bad_row select * from bad_of(null);
      %2$s;
    end $body$;
    create function check_defect_tally(since date) returns table (rule text, detail text) language sql stable security definer set search_path = public, pg_temp as $body$
      select '25 defects', format('card %%s row %%s', card_key, row_key) from (
        select b.*, 1 as sign from bad_of((select array_agg(c.key) from card c where c.update_time >= since::timestamp at time zone 'Asia/Tokyo')) b
        union all select b.*, -1 from bad_row b join card c on c.key = b.card_key where c.update_time >= since::timestamp at time zone 'Asia/Tokyo') t
      group by %7$s having sum(sign) <> 0
      union all
      select '25 defects', format('%%s %%s process %%s: not what its rows are', seller_id, day, group_id) from (
        select %3$s, %4$s from defect_tally where not is_month and day >= since
        union all select f.* from bad_row b, facts_of_bad(-1, b) f where b.at >= since::timestamp at time zone 'Asia/Tokyo') t
      group by %3$s having (%5$s) <> (0, 0, 0, 0, 0)
      union all
      select '25 defects', format('%%s %%s process %%s: not the sum of its days', seller_id, month, group_id) from (
        select %8$s, day as month, %4$s from defect_tally where is_month and day >= date_trunc('month', since)
        union all select %8$s, date_trunc('month', day)::date, -n, -num_defective, -num, -loss, -unpriced from defect_tally where not is_month and not is_new
          and day >= date_trunc('month', since)) t
      group by %8$s, month having (%5$s) <> (0, 0, 0, 0, 0)
    $body$;$f$, format(whole, 'gone'), format(whole, '(select f.* from bad_row b, facts_of_bad(1, b) f)'), dims, measures, sums, cell,
    (select string_agg('t.' || attname, ', ' order by attnum) from pg_attribute where attrelid = 'bad_row'::regclass and attnum > 0), replace(dims, ' day,', ''));
end $$;

create function bad_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_table_name = 'card' then
    if exists (select from bad_row b where b.card_key = new.key) then perform keep_bad(new.key); end if;
  else
    perform keep_bad(new.card_key);
  end if;
  return null;
end $$;
create constraint trigger bad_defect after insert or update on defect deferrable initially deferred for each row execute function bad_changed();
create constraint trigger bad_work_new after insert on work deferrable initially deferred for each row when (new.num_defective > 0) execute function bad_changed();
create constraint trigger bad_work after update on work deferrable initially deferred for each row
  when ((old.num_defective > 0 or new.num_defective > 0 or old.is_void <> new.is_void or old.work_end is distinct from new.work_end)
    and (old.num_defective, old.num_good, old.work_end, old.is_void, old.worker_id, old.partner_id, old.group_id, old.status, old.note)
      is distinct from (new.num_defective, new.num_good, new.work_end, new.is_void, new.worker_id, new.partner_id, new.group_id, new.status, new.note))
  execute function bad_changed();
create constraint trigger bad_card after update on card deferrable initially deferred for each row
  when ((old.product_id, old.buyer_id, old.task_type, old.order_unit, old.unit, old.unit_weight, old.pieces_per_set, old.unit_price, old.num_items)
    is distinct from (new.product_id, new.buyer_id, new.task_type, new.order_unit, new.unit, new.unit_weight, new.pieces_per_set, new.unit_price, new.num_items))
  execute function bad_changed();

alter function check_bi(date) rename to check_bi_before_defects;
create function check_bi(since date) returns table (rule text, detail text) language sql stable security definer set search_path = public, pg_temp as $$
  select * from check_bi_before_defects(since) union all select * from check_defect_tally(since)
$$;
alter function rebuild_bi() rename to rebuild_bi_before_defects;
create function rebuild_bi() returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform rebuild_bi_before_defects();
  perform rebuild_defects();
end $$;
revoke execute on function bad_of, facts_of_bad, fold_defects, keep_bad, rebuild_defects, check_defect_tally, bad_changed, check_bi_before_defects, check_bi,
  rebuild_bi_before_defects, rebuild_bi from public;
select rebuild_defects();
