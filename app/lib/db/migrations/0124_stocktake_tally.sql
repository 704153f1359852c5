-- How far a 棚卸 is, as 0014 counts cards: rows that are only added, so that four who count one sheet do not wait for each other.
create table stocktake_tally (
  stocktake_key bigint not null references stocktake,
  seller_id text not null,
  num_rows integer not null,
  num_counted integer not null,
  num_waiting integer not null
);
create index stocktake_tally_sheet on stocktake_tally (stocktake_key);
alter table stocktake_tally enable row level security;
create policy tenant on stocktake_tally for select using (case when seller_id = app_company() then true else false end);
revoke all on stocktake_tally from koba_app;
grant select on stocktake_tally to koba_app;

do $$
declare
  change record;
begin
  for change in select * from (values
    ('insert', 'referencing new table as come', 'select 1 as sign, c.* from come c'),
    ('update', 'referencing old table as gone new table as come', 'select 1 as sign, c.* from come c union all select -1, g.* from gone g'))
    ways (way, tables, sheet_rows)
  loop
    execute format($f$
      create function tally_stocktake_%1$s() returns trigger language plpgsql security definer set search_path = public, pg_temp as $body$
      begin
        insert into stocktake_tally
        select stocktake_key, seller_id, sum(sign), sum(sign * (counted is not null)::integer), sum(sign * num_waiting) from (%3$s) r
        group by stocktake_key, seller_id
        having (sum(sign), sum(sign * (counted is not null)::integer), sum(sign * num_waiting)) <> (0, 0, 0);
        if random() < 0.03 and pg_try_advisory_xact_lock(hashtext('stocktake_tally'), 0) then
          with gone_rows as (delete from stocktake_tally t using (select distinct stocktake_key from (%3$s) r) k
            where t.stocktake_key = k.stocktake_key returning t.*)
          insert into stocktake_tally
          select stocktake_key, seller_id, sum(num_rows), sum(num_counted), sum(num_waiting) from gone_rows group by stocktake_key, seller_id;
        end if;
        return null;
      end $body$;
      create trigger tally_%1$s after %1$s on stocktake_row %2$s for each statement execute function tally_stocktake_%1$s();
      revoke execute on function tally_stocktake_%1$s() from public;$f$, change.way, change.tables, change.sheet_rows);
  end loop;
end $$;
insert into stocktake_tally select stocktake_key, seller_id, count(*), count(counted), sum(num_waiting) from stocktake_row group by stocktake_key, seller_id;

-- (24) What is counted of a sheet is what is there.
create function check_stocktake_tallies() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select '24 stocktake tallies', format('sheet %s: %s rows, %s counted, %s waiting too many', t.stocktake_key, sum(t.num_rows), sum(t.num_counted), sum(t.num_waiting))
  from (select * from stocktake_tally union all
    select stocktake_key, seller_id, -1, -(counted is not null)::integer, -num_waiting from stocktake_row) t
  group by t.stocktake_key, t.seller_id having (sum(t.num_rows), sum(t.num_counted), sum(t.num_waiting)) <> (0, 0, 0)
$$;
alter function check_invariants() rename to check_before_stocktake_tallies;
create function check_invariants() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select * from check_before_stocktake_tallies() union all select * from check_stocktake_tallies()
$$;
revoke execute on function check_before_stocktake_tallies(), check_stocktake_tallies(), check_invariants() from public;
grant execute on function check_invariants() to koba_app;
