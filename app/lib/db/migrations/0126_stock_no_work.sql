-- What of a card comes out of stock is no work: its parts were used when it was made for the stock.
create function card_from_stock(c card) returns numeric language sql stable set search_path = public, pg_temp as $$
  select coalesce(sum(stock_units(a.num, p.order_unit, c.order_unit, coalesce(c.unit_weight, p.unit_weight),
    coalesce(c.pieces_per_set, p.pieces_per_set))), 0)
  from stock_allocation a join product p on p.product_id = a.product_id
  where a.card_key = c.key and a.state <> 'released' and a.product_id = c.product_id
$$;

-- Of its done pieces those that were made for it; until it ships, what comes out of stock counts as its last pieces.
create function card_made(c card) returns numeric language sql stable set search_path = public, pg_temp as $$
  select case when done = 0 then 0
    when c.shipped_time is null then least(done, greatest(c.num_items - card_from_stock(c), 0))
    else greatest(done - card_from_stock(c), 0) end
  from card_done(c) done
$$;

-- What is neither done nor comes out of stock.
create function card_to_make(c card) returns numeric language sql stable set search_path = public, pg_temp as $$
  select greatest(c.num_items - card_done(c) - card_from_stock(c), 0)
$$;

create or replace function expected_of(card_keys bigint[]) returns table (card_key bigint, product_id bigint, kind text, seller_id text, buyer_id text, num numeric)
language sql stable set search_path = public, pg_temp as $$
  select * from (
    select c.key, s.product_id, 'arriving', s.seller_id, s.buyer_id,
      coalesce(stock_units(c.num_items - c.num_defective, c.order_unit, p.order_unit, coalesce(c.unit_weight, p.unit_weight),
        coalesce(c.pieces_per_set, p.pieces_per_set)), 0) as num
    from card c join factory f on f.id = c.buyer_id and f.is_stock join product p on p.product_id = c.product_id
      join stock s on s.product_id = c.product_id and s.is_managed
    where c.key = any(card_keys) and c.group_id <> 99 and c.task_type is distinct from 'part'
    union all
    select c.key, s.product_id, 'parts', s.seller_id, s.buyer_id, sum(case when p.order_unit = 'kg'
      then round(x.per_parent * card_to_make(c), 3) else ceil(x.per_parent * card_to_make(c)) end)
    from card c join product_part x on x.product_id = c.product_id join product p on p.product_id = x.part_id
      join stock s on s.product_id = x.part_id and s.is_managed
    where c.key = any(card_keys) and c.group_id <> 99
      and (c.num_good + c.num_defective + c.num_partial > 0 or exists (select from work w where w.card_key = c.key and not w.is_void))
      and not exists (select from defect d where d.child_key = c.key and d.treatment = 'rework')
      and not exists (select from card o where o.seller_id = c.seller_id and o.parent_id = c.id and o.task_type = 'part'
        and o.product_id = x.part_id and o.cancelled_time is null)
    group by c.key, s.product_id, s.seller_id, s.buyer_id) e
  where e.num > 0
$$;

-- The app holds the parts' rows along with the product's own.
create function expect_of_allocation() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from card c join product_part x on x.product_id = c.product_id where c.key = new.card_key and x.part_id is not null) then
    perform expect_stock(array[new.card_key]);
  end if;
  return null;
end $$;
create constraint trigger allocation_expected_new after insert on stock_allocation deferrable initially deferred for each row
  when (new.state <> 'released') execute function expect_of_allocation();
create constraint trigger allocation_expected after update on stock_allocation deferrable initially deferred for each row
  when ((old.num, old.state = 'released') is distinct from (new.num, new.state = 'released')) execute function expect_of_allocation();
revoke execute on function expect_of_allocation() from public;

select expect_stock(array(select distinct a.card_key from stock_allocation a join card c on c.key = a.card_key
  where a.state <> 'released' and c.group_id <> 99));
