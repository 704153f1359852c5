-- What cards bring to stock and need of it was reckoned card by card at the end of a transaction: some milliseconds each. Now a statement's
-- cards are noted together, only those that a stock or a parts list has to do with, and at the end all that were noted are reckoned at once.
-- No row of it outlives its transaction, and none is seen by another.
create unlogged table stock_due (
  key bigint generated always as identity primary key,
  card_keys bigint[] not null
);
alter table stock_due enable row level security;
revoke all on stock_due from koba_app;

create function reckon_due() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  keys bigint[];
begin
  perform from stock_due where key = new.key;
  if not found then return null; end if;
  with gone as (delete from stock_due returning card_keys)
  select array_agg(distinct k) into keys from gone, unnest(card_keys) k;
  perform expect_stock(keys);
  return null;
end $$;
create constraint trigger stock_due_reckoned after insert on stock_due deferrable initially deferred for each row execute function reckon_due();

drop trigger card_expected_new on card;
drop trigger card_expected on card;
drop trigger work_expected on work;
drop trigger allocation_expected_new on stock_allocation;
drop trigger allocation_expected on stock_allocation;

create function expect_of_cards() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into stock_due (card_keys) select array_agg(k.key) from (
    select c.key from come c where c.product_id is not null and (exists (select from factory f where f.id = c.buyer_id and f.is_stock)
      or exists (select from product_part x where x.product_id = c.product_id and x.part_id is not null))
    union select o.key from come c join card o on o.seller_id = c.seller_id and o.id = c.parent_id
      where c.task_type = 'part' and c.product_id is not null) k
  having count(*) > 0;
  return null;
end $$;
create trigger card_expected_new after insert on card referencing new table as come for each statement execute function expect_of_cards();

create or replace function expect_of_card() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  parent bigint;
begin
  if new.task_type = 'part' then select key into parent from card where seller_id = new.seller_id and id = new.parent_id; end if;
  if parent is not null or exists (select from stock_expected where card_key = new.key)
    or exists (select from factory f where f.id = new.buyer_id and f.is_stock)
    or exists (select from product_part x where x.product_id = new.product_id and x.part_id is not null) then
    insert into stock_due (card_keys) values (array_remove(array[new.key, parent], null));
  end if;
  return null;
end $$;
create trigger card_expected after update on card for each row
  when ((old.product_id is not null or new.product_id is not null)
    and (old.num_items, old.num_good, old.num_defective, old.num_partial, old.product_id, old.order_unit, old.unit_weight, old.pieces_per_set, old.task_type, old.group_id = 99,
        case when old.num_good = 0 and old.num_defective > 0 then old.group_id end)
      is distinct from (new.num_items, new.num_good, new.num_defective, new.num_partial, new.product_id, new.order_unit, new.unit_weight, new.pieces_per_set, new.task_type, new.group_id = 99,
        case when new.num_good = 0 and new.num_defective > 0 then new.group_id end))
  execute function expect_of_card();

-- 実績 and 引当 of a card change what it needs only where it has parts.
create function expect_of_use() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into stock_due (card_keys) select array[new.card_key] where exists (select from card c
    join product_part x on x.product_id = c.product_id where c.key = new.card_key and x.part_id is not null);
  return null;
end $$;
create trigger work_expected after insert or update of is_void on work for each row execute function expect_of_use();
create trigger allocation_expected_new after insert on stock_allocation for each row
  when (new.state <> 'released') execute function expect_of_use();
create trigger allocation_expected after update on stock_allocation for each row
  when ((old.num, old.state = 'released') is distinct from (new.num, new.state = 'released')) execute function expect_of_use();
drop function expect_of_work(), expect_of_allocation();

-- Told once before the rows of stock are held, to know which, and once when they are.
create or replace function expect_stock(card_keys bigint[]) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  ids bigint[];
  come stock_expected[];
begin
  perform from card where key = any(card_keys) order by key for no key update;
  ids := array(select product_id from stock_expected where card_key = any(card_keys)
    union select product_id from expected_of(card_keys) order by 1);
  if cardinality(ids) = 0 then return; end if;
  perform from stock where product_id = any(ids) order by product_id for no key update;
  come := array(select row(e.card_key, e.product_id, e.kind, e.seller_id, e.buyer_id, e.num)::stock_expected from expected_of(card_keys) e);
  with gone as (delete from stock_expected where card_key = any(card_keys) returning product_id, kind, num),
    change as (select product_id, sum(num) filter (where kind = 'arriving') as arriving, sum(num) filter (where kind = 'parts') as parts
      from (select product_id, kind, num from unnest(come) union all select product_id, kind, -num from gone) e group by product_id)
  update stock s set num_arriving = s.num_arriving + coalesce(c.arriving, 0), num_parts = s.num_parts + coalesce(c.parts, 0)
  from change c where c.product_id = s.product_id and (coalesce(c.arriving, 0), coalesce(c.parts, 0)) <> (0, 0);
  insert into stock_expected select * from unnest(come);
end $$;
revoke execute on function reckon_due(), expect_of_cards(), expect_of_use() from public;
