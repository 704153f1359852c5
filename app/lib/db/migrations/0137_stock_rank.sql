-- The list of stock begins with what is below nothing, then what is short, each by its number; one index serves each order.
alter table stock add column rank text not null generated always as (case when num < 0 then '0'
  when coalesce(num + num_arriving - num_allocated - num_parts < num_threshold, false) then '1' else '2' end || code) stored;
create index stock_rank on stock (seller_id, rank, product_id) where is_listed;
create index stock_owner_rank on stock (buyer_id, rank, product_id) where is_listed;
drop index stock_short, stock_negative;
create index stock_short on stock (seller_id, rank, product_id) where is_listed and is_short;
create index stock_negative on stock (seller_id, rank, product_id) where is_listed and is_negative;
