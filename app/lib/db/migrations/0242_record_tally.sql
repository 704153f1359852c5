-- 記録データ by day and by month, so that a year is read as a week is (decision 120). As bi_tally: rows come as they are (is_new), in the transaction of what
-- they count, and now and then are folded. What counts is the last of each chain, at the time of its first.
create table record_tally (
  seller_id text not null,
  buyer_id text not null,
  is_new boolean not null,
  is_month boolean not null,
  day date not null,
  item_id bigint not null,
  kind text not null,
  label text not null,
  unit text not null,
  product_id bigint not null,
  group_id integer not null,
  status text not null,
  revision text not null,
  judgement text not null,
  num integer not null,
  num_retested integer not null,
  -- Of names that changed within a month the later.
  last_key bigint not null
);
create unique index record_tally_cell on record_tally (seller_id, is_month, day, item_id, product_id, group_id, revision, judgement, buyer_id, kind, label, unit,
  status) where not is_new;
create index record_tally_new on record_tally (seller_id, day) where is_new;
create index record_tally_buyer on record_tally (buyer_id, is_month, day);
alter table record_tally enable row level security;
create policy tenant on record_tally for select
  using (case when seller_id = app_company() then true when buyer_id = app_company() then shares_measurements(seller_id, buyer_id) else false end);
revoke all on record_tally from koba_app;
grant select on record_tally to koba_app;

create type record_fact as (seller_id text, buyer_id text, day date, item_id bigint, kind text, label text, unit text, product_id bigint, group_id integer,
  status text, revision text, judgement text, num integer, num_retested integer, last_key bigint);
create function facts_of_record(sign integer, m measurement) returns setof record_fact language sql immutable set search_path = public, pg_temp as $$
  select m.seller_id, m.buyer_id, tokyo_day(m.measured_time), m.item_id, m.kind, m.label, coalesce(m.unit, ''), coalesce(m.product_id, 0), m.group_id, m.status,
    coalesce(m.drawing_revision, ''), coalesce(m.judgement, ''), sign, case when m.how = 'retest' then sign else 0 end, m.key
  where m.how <> 'void'
$$;
create function record_facts(since date) returns setof record_fact language sql stable set search_path = public, pg_temp as $$
  select f.* from measurement m, facts_of_record(1, m) f where m.measured_time >= since::timestamp at time zone 'Asia/Tokyo'
    and not exists (select from measurement later where later.replaces = m.key)
$$;

do $$
declare
  dims text := 'seller_id, buyer_id, day, item_id, kind, label, unit, product_id, group_id, status, revision, judgement';
  folded text := 'seller_id, buyer_id, is_month, day, item_id, kind, label, unit, product_id, group_id, status, revision, judgement';
  whole text := format($f$
    insert into record_tally as t (is_new, %1$s, num, num_retested, last_key)
    select false, %1$s, sum(num), sum(num_retested), max(last_key) from (
      select g.seller_id, g.buyer_id, m.is_month, case when m.is_month then date_trunc('month', g.day)::date else g.day end as day, g.item_id, g.kind, g.label,
        g.unit, g.product_id, g.group_id, g.status, g.revision, g.judgement, g.num, g.num_retested, g.last_key
      from %%s g cross join (values (false), (true)) m (is_month)) c
    group by %1$s having sum(num) <> 0 or sum(num_retested) <> 0$f$, folded);
begin
  execute format($f$
    create function fold_records(seller text) returns void language plpgsql set search_path = public, pg_temp as $body$
    begin
      if not pg_try_advisory_xact_lock(hashtext('record_tally'), hashtext(seller)) then return; end if;
      with gone as (delete from record_tally t where t.seller_id = seller and t.is_new returning t.*) %1$s
      on conflict (seller_id, is_month, day, item_id, product_id, group_id, revision, judgement, buyer_id, kind, label, unit, status) where not is_new
      do update set num = t.num + excluded.num, num_retested = t.num_retested + excluded.num_retested, last_key = greatest(t.last_key, excluded.last_key);
    end $body$;
    create function rebuild_records() returns void language plpgsql set search_path = public, pg_temp as $body$
    begin
      truncate record_tally;
      %2$s;
    end $body$;
    create function bi_measured() returns trigger language plpgsql security definer set search_path = public, pg_temp as $body$
    begin
      insert into record_tally (is_new, is_month, %3$s, num, num_retested, last_key)
      select true, false, %3$s, sum(num), sum(num_retested), max(last_key) from (
        select f.* from come c, facts_of_record(1, c::measurement) f
        union all select f.* from come c join measurement was on was.key = c.replaces, facts_of_record(-1, was) f) f
      group by %3$s having sum(num) <> 0 or sum(num_retested) <> 0;
      if found and random() < 0.03 then perform fold_records(seller_id) from (select distinct seller_id from come) c; end if;
      return null;
    end $body$;
    create function check_record_tally(since date) returns table (rule text, detail text) language sql stable security definer set search_path = public, pg_temp as $body$
      select '25 records', format('%%s %%s item %%s product %%s: not what was recorded', seller_id, day, item_id, product_id) from (
        select %3$s, num, num_retested from record_tally where not is_month and day >= since
        union all select %3$s, -num, -num_retested from record_facts(since)) t
      group by %3$s having sum(num) <> 0 or sum(num_retested) <> 0
      union all
      select '25 records', format('%%s %%s item %%s product %%s: not the sum of its days', seller_id, month, item_id, product_id) from (
        select %4$s, day as month, num, num_retested from record_tally where is_month and day >= date_trunc('month', since)
        union all select %4$s, date_trunc('month', day)::date, -num, -num_retested from record_tally where not is_month and not is_new
          and day >= date_trunc('month', since)) t
      group by %4$s, month having sum(num) <> 0 or sum(num_retested) <> 0
    $body$;$f$, format(whole, 'gone'), format(whole, '(select * from record_facts(''-infinity''))'), dims, replace(dims, ' day,', ''));
end $$;
create trigger bi_measured after insert on measurement referencing new table as come for each statement execute function bi_measured();

alter function check_bi(date) rename to check_bi_before_records;
create function check_bi(since date) returns table (rule text, detail text) language sql stable security definer set search_path = public, pg_temp as $$
  select * from check_bi_before_records(since) union all select * from check_record_tally(since)
$$;
alter function rebuild_bi() rename to rebuild_bi_before_records;
create function rebuild_bi() returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform rebuild_bi_before_records();
  perform rebuild_records();
end $$;
revoke execute on function facts_of_record, record_facts, fold_records, rebuild_records, bi_measured, check_record_tally, check_bi_before_records, check_bi,
  rebuild_bi_before_records, rebuild_bi from public;
select rebuild_records();
