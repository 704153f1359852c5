-- What boards and lists count, kept by the database itself whenever a card changes: the same cost at a thousand cards and at a million.
-- Each change adds rows and touches none, so that two moves never wait for each other here; what is counted is their sum, and now and
-- then rows of one kind are folded into one. `buyer_id` '*': of all the factory's cards.
-- due: on the board, by process, unit and 納期 (infinity where there is none). since: on the board, by process and the day it was entered.
-- shipped: by the day and unit. Days are Tokyo's.
create table card_tally (
  seller_id text not null,
  buyer_id text not null,
  kind text not null check (kind in ('due', 'since', 'shipped')),
  group_id integer not null,
  order_unit text not null,
  day date not null,
  num_cards integer not null,
  num_urgent integer not null,
  num_items numeric not null,
  price bigint not null
);
create index card_tally_seller on card_tally (seller_id, buyer_id, kind, day);
create index card_tally_buyer on card_tally (buyer_id, kind, day) where buyer_id <> '*';
alter table card_tally enable row level security;
create policy tenant on card_tally for select using (case when app_company() in (seller_id, buyer_id) then true else false end);
revoke all on card_tally from koba_app;
grant select on card_tally to koba_app;

-- What one card counts for: `sign` is 1 where it comes and -1 where it goes.
create function tallies_of(sign integer, seller text, buyer text, process integer, unit text, due date, urgent boolean, items numeric,
  entered timestamptz, shipped timestamptz, good numeric, amount bigint) returns setof card_tally language sql immutable as $$
  select seller, party.id, t.* from (values (buyer), ('*')) party (id), (
    select 'due', process, unit, coalesce(due, 'infinity'::date), sign, sign * urgent::integer, sign * items, 0::bigint where process <> 99
    union all select 'since', process, '', (entered at time zone 'Asia/Tokyo')::date, sign, 0, 0, 0 where process <> 99
    union all select 'shipped', 0, unit, (shipped at time zone 'Asia/Tokyo')::date, sign, 0, sign * good, sign * coalesce(amount, 0)
      where shipped is not null) t
$$;

-- Makes one row of those that count for the same. Where somebody is at it already, it is left to them.
create function fold_tallies(seller text) returns void language plpgsql set search_path = public, pg_temp as $$
begin
  if not pg_try_advisory_xact_lock(hashtext('card_tally'), hashtext(seller)) then return; end if;
  with twice as (
    select buyer_id, kind, group_id, order_unit, day from card_tally where seller_id = seller
    group by buyer_id, kind, group_id, order_unit, day having count(*) > 1),
  gone as (
    delete from card_tally t using twice w where t.seller_id = seller and t.buyer_id = w.buyer_id and t.kind = w.kind
      and t.group_id = w.group_id and t.order_unit = w.order_unit and t.day = w.day returning t.*)
  insert into card_tally
  select seller_id, buyer_id, kind, group_id, order_unit, day, sum(num_cards), sum(num_urgent), sum(num_items), sum(price)
  from gone group by seller_id, buyer_id, kind, group_id, order_unit, day
  having (sum(num_cards), sum(num_urgent), sum(num_items), sum(price)) <> (0, 0, 0, 0);
end $$;

-- One for each way in which cards change; a statement's cards are counted together, and what comes and goes alike is not written.
do $$
declare
  columns text := 'c.seller_id, c.buyer_id, c.group_id, c.order_unit, c.delivery_date, c.is_urgent, c.num_items, c.group_update_time, '
    'c.shipped_time, c.num_good, c.price';
  summed text := 'select t.seller_id, t.buyer_id, t.kind, t.group_id, t.order_unit, t.day, sum(t.num_cards), sum(t.num_urgent), '
    'sum(t.num_items), sum(t.price)';
  alike text := 'group by t.seller_id, t.buyer_id, t.kind, t.group_id, t.order_unit, t.day';
  change record;
begin
  for change in select * from (values
    ('insert', 'referencing new table as come', 'select 1 as sign, c.* from come c'),
    ('update', 'referencing old table as gone new table as come', 'select 1 as sign, c.* from come c union all select -1, g.* from gone g'),
    ('delete', 'referencing old table as gone', 'select -1 as sign, g.* from gone g')) ways (way, tables, cards)
  loop
    execute format($f$
      create function tally_%1$s() returns trigger language plpgsql security definer set search_path = public, pg_temp as $body$
      begin
        insert into card_tally
        %5$s
        from (%3$s) c, tallies_of(sign, %4$s) t
        %6$s
        having (sum(t.num_cards), sum(t.num_urgent), sum(t.num_items), sum(t.price)) <> (0, 0, 0, 0);
        if random() < 0.03 then
          perform fold_tallies(seller_id) from (select distinct seller_id from (%3$s) c) sellers;
        end if;
        return null;
      end $body$;
      create trigger tally_%1$s after %1$s on card %2$s for each statement execute function tally_%1$s();
      revoke execute on function tally_%1$s() from public;$f$,
      change.way, change.tables, change.cards, columns, summed, alike);
  end loop;
  execute format($f$
    create function check_tallies() returns table (rule text, detail text)
    language sql stable security definer set search_path = public, pg_temp as $body$
      -- (4) What is counted is what is there.
      select '4 card tallies', format('%%s %%s %%s %%s %%s %%s: %%s too many',
        t.seller_id, t.buyer_id, t.kind, t.group_id, t.order_unit, t.day, sum(t.num_cards))
      from (select * from card_tally union all select t.* from card c, tallies_of(-1, %1$s) t) t %2$s
      having (sum(t.num_cards), sum(t.num_urgent), sum(t.num_items), sum(t.price)) <> (0, 0, 0, 0)
    $body$;
    $f$, columns, alike);
  execute format('insert into card_tally %s from card c, tallies_of(1, %s) t %s', summed, columns, alike);
end $$;
revoke execute on function tallies_of, fold_tallies(text) from public;

alter function check_invariants() rename to check_before_tallies;
create function check_invariants() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select * from check_before_tallies() union all select * from check_tallies()
$$;
revoke execute on function check_before_tallies(), check_tallies(), check_invariants() from public;
grant execute on function check_invariants() to koba_app;

-- カード一覧, newest first, as the board is by date; and what a filter of the board narrows to few.
create index card_created on card (seller_id, created_time desc, key desc) where group_id <> 99;
create index card_created_buyer on card (buyer_id, created_time desc, key desc) where group_id <> 99;
create index card_urgent on card (seller_id, group_id) where is_urgent and group_id <> 99;
create index card_urgent_buyer on card (buyer_id, seller_id, group_id) where is_urgent and group_id <> 99;
