-- What a card brings or needs is told in its product's unit: when that, the weight of one or the pieces of a set change, it is told anew.
-- A new product is named by no card yet, and none is looked for.
-- A product that was moved keeps its unit: the app refuses another.
create or replace function keep_stock() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  owner factory;
  managed boolean;
begin
  select * into owner from factory where id = new.buyer_id;
  managed := new.is_stock or owner.is_stock;
  if not managed and not exists (select from stock where product_id = new.product_id) then return null; end if;
  insert into stock (product_id, seller_id, buyer_id, kind, code, is_managed, num_threshold)
  values (new.product_id, new.seller_id, new.buyer_id, case when owner.is_stock then coalesce(owner.stock_kind, 'product') else 'product' end,
    new.code, managed, new.num_threshold)
  on conflict (product_id) do update set code = new.code, is_managed = managed, num_threshold = new.num_threshold;
  if tg_op = 'UPDATE' and (old.is_stock, old.order_unit, old.unit_weight, old.pieces_per_set)
    is distinct from (new.is_stock, new.order_unit, new.unit_weight, new.pieces_per_set) then
    perform expect_stock(array(select key from card where group_id <> 99 and product_id in
      (select new.product_id union select product_id from product_part where part_id = new.product_id) order by key));
  end if;
  return null;
end $$;
drop trigger product_stock on product;
create trigger product_stock after update on product for each row
  when ((old.code, old.is_stock, old.num_threshold, old.order_unit, old.unit_weight, old.pieces_per_set)
    is distinct from (new.code, new.is_stock, new.num_threshold, new.order_unit, new.unit_weight, new.pieces_per_set))
  execute function keep_stock();

-- (6) A card for a stock may be of a customer's product that is kept there.
do $$
declare
  old text;
  was text := 'where (p.seller_id, p.buyer_id) <> (c.seller_id, c.buyer_id)';
begin
  select pg_get_functiondef(oid) into strict old from pg_proc
  where pronamespace = 'public'::regnamespace and position('''product of card''' in prosrc) > 0;
  if position('join product p on p.product_id = c.product_id ' || was in old) = 0 then raise exception 'the check of cards has changed'; end if;
  execute replace(old, 'join product p on p.product_id = c.product_id ' || was, 'join product p on p.product_id = c.product_id where p.seller_id <> c.seller_id '
    'or p.buyer_id <> c.buyer_id and not exists (select from factory f where f.id = c.buyer_id and f.is_stock)');
end $$;
