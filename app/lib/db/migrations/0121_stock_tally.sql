-- What the list of stock and 入庫履歴 count, kept by the database whenever a stock or a move comes: as 0014 does for cards, by rows that are
-- only added, so that no two who move goods wait for each other here. `buyer_id` '*': of all the factory's stock.
-- Days are of Tokyo; a stock that was never counted, or never moved, has -infinity.
alter table stock
  add column counted_day date not null generated always as
    (case when last_inventory_time is null then '-infinity'::date else (last_inventory_time at time zone 'Asia/Tokyo')::date end) stored,
  add column moved_day date not null generated always as
    (case when last_move_time is null then '-infinity'::date else (last_move_time at time zone 'Asia/Tokyo')::date end) stored;

create table stock_tally (
  seller_id text not null,
  buyer_id text not null,
  kind text not null check (kind in ('product', 'part')),
  counted_day date not null,
  num_products integer not null,
  num_short integer not null,
  num_negative integer not null,
  stock_value bigint not null
);
create table stock_move_tally (
  seller_id text not null,
  buyer_id text not null,
  kind text not null check (kind in ('product', 'part')),
  move text not null check (move in ('in', 'out', 'adjust', 'count', 'reverse')),
  order_unit text not null,
  day date not null,
  num_moves integer not null,
  num_in numeric not null,
  num_out numeric not null
);
create index stock_tally_seller on stock_tally (seller_id, buyer_id, kind, counted_day);
create index stock_tally_buyer on stock_tally (buyer_id, kind, counted_day) where buyer_id <> '*';
create index stock_move_tally_seller on stock_move_tally (seller_id, buyer_id, day);
create index stock_move_tally_buyer on stock_move_tally (buyer_id, day) where buyer_id <> '*';

do $$
declare name text;
begin
  foreach name in array array['stock_tally', 'stock_move_tally'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy tenant on %I for select using (case when app_company() in (seller_id, buyer_id) then true else false end)', name);
    execute format('revoke all on %I from koba_app', name);
    execute format('grant select on %I to koba_app', name);
  end loop;
end $$;

create function tally_of_stock(sign integer, seller text, buyer text, stock_kind text, counted date, listed boolean, short boolean,
  negative boolean, worth bigint) returns setof stock_tally language sql immutable as $$
  select seller, party.id, stock_kind, counted, sign, sign * short::integer, sign * negative::integer, sign * worth
  from (values (buyer), ('*')) party (id) where listed
$$;
create function tally_of_move(sign integer, seller text, buyer text, stock_kind text, move_kind text, unit text, effective date, much numeric)
  returns setof stock_move_tally language sql immutable as $$
  select seller, party.id, stock_kind, move_kind, unit, effective, sign, sign * greatest(much, 0), sign * greatest(-much, 0)
  from (values (buyer), ('*')) party (id)
$$;

-- A statement's rows are counted together, and what comes and goes alike is not written. Three in a hundred statements make one row of those
-- that count for the same as theirs; where somebody is at it already, it is left to them.
do $$
declare
  stock_columns text := '%1$s.seller_id, %1$s.buyer_id, %1$s.kind, %1$s.counted_day, %1$s.is_listed, %1$s.is_short, %1$s.is_negative, %1$s.stock_value';
  change record;
  alike text;
  sums text;
  none text;
begin
  for change in select * from (values
    ('stock', 'insert', 'referencing new table as come', format('select t.* from come c, tally_of_stock(1, %s) t', format(stock_columns, 'c'))),
    ('stock', 'update', 'referencing old table as gone new table as come',
      format('select t.* from come c, tally_of_stock(1, %s) t union all select t.* from gone g, tally_of_stock(-1, %s) t',
        format(stock_columns, 'c'), format(stock_columns, 'g'))),
    ('stock_move', 'insert', 'referencing new table as come',
      'select t.* from come c join stock s on s.product_id = c.product_id join product p on p.product_id = c.product_id, '
      'tally_of_move(1, c.seller_id, c.buyer_id, s.kind, c.kind, p.order_unit, c.effective_date, c.num) t')) ways (name, way, tables, changes)
  loop
    if change.name = 'stock' then
      alike := 't.seller_id, t.buyer_id, t.kind, t.counted_day';
      sums := 'sum(t.num_products), sum(t.num_short), sum(t.num_negative), sum(t.stock_value)';
    else
      alike := 't.seller_id, t.buyer_id, t.kind, t.move, t.order_unit, t.day';
      sums := 'sum(t.num_moves), sum(t.num_in), sum(t.num_out)';
    end if;
    none := case change.name when 'stock' then '(0, 0, 0, 0)' else '(0, 0, 0)' end;
    execute format($f$
      create function tally_%1$s_%2$s() returns trigger language plpgsql security definer set search_path = public, pg_temp as $body$
      begin
        if random() >= 0.03 or not pg_try_advisory_xact_lock(hashtext('%1$s_tally'), 0) then
          insert into %1$s_tally select %4$s, %5$s from (%3$s) t group by %4$s having (%5$s) <> %6$s;
          return null;
        end if;
        with change as materialized (%3$s),
          gone as (delete from %1$s_tally t using (select distinct %4$s from change t) k
            where (%4$s) = (%7$s) returning t.*)
        insert into %1$s_tally select %4$s, %5$s from (select * from change union all select * from gone) t
        group by %4$s having (%5$s) <> %6$s;
        return null;
      end $body$;
      create trigger tally_%2$s after %2$s on %1$s %8$s for each statement execute function tally_%1$s_%2$s();
      revoke execute on function tally_%1$s_%2$s() from public;$f$,
      change.name, change.way, change.changes, alike, sums, none, replace(alike, 't.', 'k.'), change.tables);
  end loop;
end $$;

-- A product that changes its unit takes along what has moved of it.
create function tally_unit() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into stock_move_tally
  select t.seller_id, t.buyer_id, t.kind, t.move, t.order_unit, t.day, sum(t.num_moves), sum(t.num_in), sum(t.num_out)
  from stock_move m join stock s on s.product_id = m.product_id, (values (-1, old.order_unit), (1, new.order_unit)) way (sign, unit),
    tally_of_move(way.sign, m.seller_id, m.buyer_id, s.kind, m.kind, way.unit, m.effective_date, m.num) t
  where m.product_id = new.product_id group by t.seller_id, t.buyer_id, t.kind, t.move, t.order_unit, t.day;
  return null;
end $$;
create trigger product_unit_tally after update of order_unit on product for each row
  when (old.order_unit is distinct from new.order_unit) execute function tally_unit();

create function tallies_of_stock() returns setof stock_tally language sql stable set search_path = public, pg_temp as $$
  select t.seller_id, t.buyer_id, t.kind, t.counted_day, sum(t.num_products), sum(t.num_short), sum(t.num_negative), sum(t.stock_value)
  from stock s, tally_of_stock(1, s.seller_id, s.buyer_id, s.kind, s.counted_day, s.is_listed, s.is_short, s.is_negative, s.stock_value) t
  group by t.seller_id, t.buyer_id, t.kind, t.counted_day
$$;
create function tallies_of_moves() returns setof stock_move_tally language sql stable set search_path = public, pg_temp as $$
  select t.seller_id, t.buyer_id, t.kind, t.move, t.order_unit, t.day, sum(t.num_moves), sum(t.num_in), sum(t.num_out)
  from stock_move m join stock s on s.product_id = m.product_id join product p on p.product_id = m.product_id,
    tally_of_move(1, m.seller_id, m.buyer_id, s.kind, m.kind, p.order_unit, m.effective_date, m.num) t
  group by t.seller_id, t.buyer_id, t.kind, t.move, t.order_unit, t.day
$$;
insert into stock_tally select * from tallies_of_stock();
insert into stock_move_tally select * from tallies_of_moves();

-- (20) What is counted of stock is what is there.
create function check_stock_tallies() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select '20 stock tallies', format('%s %s %s %s: %s too many', t.seller_id, t.buyer_id, t.kind, t.counted_day, sum(t.num_products))
  from (select * from stock_tally union all
    select seller_id, buyer_id, kind, counted_day, -num_products, -num_short, -num_negative, -stock_value from tallies_of_stock()) t
  group by t.seller_id, t.buyer_id, t.kind, t.counted_day
  having (sum(t.num_products), sum(t.num_short), sum(t.num_negative), sum(t.stock_value)) <> (0, 0, 0, 0)
  union all
  select '20 stock tallies', format('moves of %s %s %s %s %s %s: %s too many', t.seller_id, t.buyer_id, t.kind, t.move, t.order_unit, t.day, sum(t.num_moves))
  from (select * from stock_move_tally union all
    select seller_id, buyer_id, kind, move, order_unit, day, -num_moves, -num_in, -num_out from tallies_of_moves()) t
  group by t.seller_id, t.buyer_id, t.kind, t.move, t.order_unit, t.day
  having (sum(t.num_moves), sum(t.num_in), sum(t.num_out)) <> (0, 0, 0)
$$;
alter function check_invariants() rename to check_before_stock_tallies;
create function check_invariants() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select * from check_before_stock_tallies() union all select * from check_stock_tallies()
$$;
revoke execute on function tally_of_stock, tally_of_move, tally_unit(), tallies_of_stock(), tallies_of_moves(), check_before_stock_tallies(),
  check_stock_tallies(), check_invariants() from public;
grant execute on function check_invariants() to koba_app;

-- In each order and of each state, of both kinds or of one; an index under the policy answers to columns, not to functions of them.
drop index stock_owner, stock_short, stock_negative, stock_counted;
create index stock_code on stock (seller_id, code, product_id) where is_listed;
create index stock_num on stock (seller_id, num, product_id) where is_listed;
create index stock_num_kind on stock (seller_id, kind, num, product_id) where is_listed;
create index stock_owner on stock (buyer_id, code, product_id) where is_listed;
create index stock_owner_num on stock (buyer_id, num, product_id) where is_listed;
create index stock_short on stock (seller_id, code, product_id) where is_listed and is_short;
create index stock_negative on stock (seller_id, code, product_id) where is_listed and is_negative;
create index stock_counted on stock (seller_id, counted_day) where is_listed;
create index stock_still on stock (seller_id, moved_day) where is_listed;
create index stock_low on stock (seller_id, code, product_id) where is_managed and num - num_allocated - num_parts < num_threshold;
create index product_at_shelf on product (seller_id, shelf) where shelf is not null;
