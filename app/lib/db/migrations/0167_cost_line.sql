-- 中止費用 is no goods: nothing of it waits for 検収. What was inspected before stays as it was.
alter table delivery_line add column is_cost boolean not null default false;
update delivery_line l set is_cost = true from card c
  where c.key = l.card_key and c.cost_tax_rate is not null and l.num_accepted = 0 and l.num_rejected = 0;
drop index delivery_line_pending;
create index delivery_line_pending on delivery_line (seller_id, buyer_id)
  where is_live and not is_cost and (card_key is not null or replaces_key is not null) and num_accepted + num_rejected < num_items;
create or replace function deemable_deliveries(asked date) returns table (seller_id text, buyer_id text, delivery_key bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct l.seller_id, l.buyer_id, l.delivery_key
  from (select distinct t.seller_id, t.buyer_id from billing_basis t where t.inspection_days is not null) p
    join delivery_line l on (l.seller_id, l.buyer_id) = (p.seller_id, p.buyer_id) and l.is_live and not l.is_cost
      and (l.card_key is not null or l.replaces_key is not null) and l.num_accepted + l.num_rejected < l.num_items
    join delivery d on d.key = l.delivery_key
    cross join lateral (select t.inspection_days from billing_basis t
      where (t.seller_id, t.buyer_id) = (d.seller_id, d.buyer_id) and t.from_date <= d.delivery_date order by t.from_date desc, t.key desc limit 1) b
  where app_operator() and b.inspection_days is not null and d.delivery_date + b.inspection_days < asked
  order by 1, 2, 3
$$;
