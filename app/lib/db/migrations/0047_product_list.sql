-- 商品マスタ一覧 over 100,000 products: what a word is held by is looked for no further than somebody wants to know, and what has no price yet,
-- or is kept in stock, is found by index.
drop function search_products(text);
create function search_products(wanted text, most integer) returns setof bigint language plpgsql stable security definer
set search_path = public, pg_temp as $$
begin
  if length(wanted) < 2 then
    return query select p.product_id from product p where app_company() in (p.seller_id, p.buyer_id) and position(wanted in p.search_key) > 0
      limit most;
  else
    return query select p.product_id from product p where letter_pairs(p.search_key) @> letter_pairs(wanted)
      and app_company() in (p.seller_id, p.buyer_id) and position(wanted in p.search_key) > 0 limit most;
  end if;
end $$;
revoke all on function search_products(text, integer) from public;
grant execute on function search_products(text, integer) to koba_app;

-- The first day that has a price; null without any.
alter table product add column priced_from date;
update product p set priced_from = (select min(effective_from) from product_price where product_id = p.product_id);
create index product_priced on product (seller_id, (case when priced_from is null then 'infinity'::date else priced_from end), code) where is_active;
create index product_stock on product (seller_id, code) where is_active and is_stock;

create function price_days() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  update product p set priced_from = d.day
  from (select c.product_id, (select min(effective_from) from product_price x where x.product_id = c.product_id) as day
    from (select distinct product_id from changed) c) d
  where p.product_id = d.product_id and p.priced_from is distinct from d.day;
  return null;
end $$;
create trigger price_added after insert on product_price referencing new table as changed for each statement execute function price_days();
create trigger price_moved after update on product_price referencing new table as changed for each statement execute function price_days();
create trigger price_gone after delete on product_price referencing old table as changed for each statement execute function price_days();

alter function check_invariants() rename to check_before_price_days;
create function check_price_days() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select '17 first price', format('product %s', p.product_id) from product p
  where p.priced_from is distinct from (select min(effective_from) from product_price x where x.product_id = p.product_id)
$$;
create function check_invariants() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select * from check_before_price_days() union all select * from check_price_days()
$$;
revoke execute on function check_before_price_days(), check_price_days(), check_invariants() from public;
grant execute on function check_invariants() to koba_app;
