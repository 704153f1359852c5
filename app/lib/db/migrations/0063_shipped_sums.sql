-- 出荷済み一覧 tells what was ordered and what was defective beside what is good, over all that the conditions mean: of shipped cards the
-- tallies (0014) count these too. `num_items` stays what it was there: the good ones.
alter table card_tally add num_ordered numeric not null default 0, add num_defective numeric not null default 0;

do $$
declare
  change text;
begin
  foreach change in array array['insert', 'update', 'delete'] loop
    execute format('drop trigger tally_%1$s on card', change);
    execute format('drop function tally_%1$s()', change);
  end loop;
end $$;
drop function tallies_of;

create function tallies_of(sign integer, seller text, buyer text, process integer, unit text, due date, urgent boolean, items numeric,
  entered timestamptz, shipped timestamptz, good numeric, defective numeric, amount bigint) returns setof card_tally language sql immutable as $$
  select seller, party.id, t.* from (values (buyer), ('*')) party (id), (
    select 'due', process, unit, coalesce(due, 'infinity'::date), sign, sign * urgent::integer, sign * items, 0::bigint, 0::numeric, 0::numeric
      where process <> 99
    union all select 'since', process, '', (entered at time zone 'Asia/Tokyo')::date, sign, 0, 0, 0, 0, 0 where process <> 99
    union all select 'shipped', 0, unit, (shipped at time zone 'Asia/Tokyo')::date, sign, 0, sign * good, sign * coalesce(amount, 0),
      sign * items, sign * defective where shipped is not null) t
$$;

do $$
declare
  columns text := 'c.seller_id, c.buyer_id, c.group_id, c.order_unit, c.delivery_date, c.is_urgent, c.num_items, c.group_update_time, '
    'c.shipped_time, c.num_good, c.num_defective, c.price';
  alike text := 't.seller_id, t.buyer_id, t.kind, t.group_id, t.order_unit, t.day';
  sums text := 'sum(t.num_cards), sum(t.num_urgent), sum(t.num_items), sum(t.price), sum(t.num_ordered), sum(t.num_defective)';
  moved text := 'having (' || sums || ') <> (0, 0, 0, 0, 0, 0)';
  change record;
begin
  execute format($f$
    -- Makes one row of those that count for the same. Where somebody is at it already, it is left to them.
    create or replace function fold_tallies(seller text) returns void language plpgsql set search_path = public, pg_temp as $body$
    begin
      if not pg_try_advisory_xact_lock(hashtext('card_tally'), hashtext(seller)) then return; end if;
      with twice as (select %1$s from card_tally t where t.seller_id = seller group by %1$s having count(*) > 1),
      gone as (
        delete from card_tally t using twice w where t.seller_id = seller and t.buyer_id = w.buyer_id and t.kind = w.kind
          and t.group_id = w.group_id and t.order_unit = w.order_unit and t.day = w.day returning t.*)
      insert into card_tally select %1$s, %2$s from gone t group by %1$s %3$s;
    end $body$;$f$, alike, sums, moved);
  for change in select * from (values
    ('insert', 'referencing new table as come', 'select 1 as sign, c.* from come c'),
    ('update', 'referencing old table as gone new table as come', 'select 1 as sign, c.* from come c union all select -1, g.* from gone g'),
    ('delete', 'referencing old table as gone', 'select -1 as sign, g.* from gone g')) ways (way, tables, cards)
  loop
    execute format($f$
      create function tally_%1$s() returns trigger language plpgsql security definer set search_path = public, pg_temp as $body$
      begin
        insert into card_tally select %5$s, %6$s from (%3$s) c, tallies_of(sign, %4$s) t group by %5$s %7$s;
        if random() < 0.03 then
          perform fold_tallies(seller_id) from (select distinct seller_id from (%3$s) c) sellers;
        end if;
        return null;
      end $body$;
      create trigger tally_%1$s after %1$s on card %2$s for each statement execute function tally_%1$s();
      revoke execute on function tally_%1$s() from public;$f$,
      change.way, change.tables, change.cards, columns, alike, sums, moved);
  end loop;
  execute format($f$
    create or replace function check_tallies() returns table (rule text, detail text)
    language sql stable security definer set search_path = public, pg_temp as $body$
      -- (4) What is counted is what is there.
      select '4 card tallies', format('%%s %%s %%s %%s %%s %%s: %%s too many', %2$s, sum(t.num_cards))
      from (select * from card_tally union all select t.* from card c, tallies_of(-1, %1$s) t) t group by %2$s %3$s
    $body$;$f$, columns, alike, moved);
  delete from card_tally where kind = 'shipped';
  execute format('insert into card_tally select %2$s, %3$s from card c, tallies_of(1, %1$s) t where t.kind = ''shipped'' group by %2$s %4$s',
    columns, alike, sums, moved);
end $$;
revoke execute on function tallies_of from public;
