-- 支給品: what a buyer hands over, what was used of it and what came back; nothing is changed, a row is taken back by its opposite.
create table supply_move (
  key bigint generated always as identity primary key,
  seller_id text not null,
  buyer_id text not null,
  kind text not null check (kind in ('free', 'paid')),
  movement text not null check (movement in ('sent', 'used', 'returned')),
  item text not null,
  unit text not null,
  quantity numeric(15,3) not null check (quantity <> 0),
  unit_price numeric(15,3),
  price bigint,
  move_date date not null,
  order_key bigint,
  line_no integer,
  used_each numeric(15,3) check (used_each > 0),
  settlement_date date,
  note text,
  company_id text not null,
  person text not null,
  recorded_time timestamptz not null,
  reverses bigint unique references supply_move,
  foreign key (seller_id, buyer_id) references collaboration,
  foreign key (order_key, line_no) references order_line,
  check (company_id in (seller_id, buyer_id)),
  check ((order_key is null) = (line_no is null)),
  check ((reverses is null) = (quantity > 0)),
  check (kind = 'paid' or (unit_price is null and price is null and settlement_date is null)),
  check (kind = 'free' or movement <> 'sent' or (unit_price is not null and price is not null and order_key is not null)),
  check (movement = 'sent' or (used_each is null and settlement_date is null))
);
create index supply_move_pair on supply_move (seller_id, buyer_id, item, key);
create index supply_move_buyer on supply_move (buyer_id, key);
create index supply_move_order on supply_move (order_key, line_no) where order_key is not null;

alter table supply_move enable row level security;
create policy tenant on supply_move using (case when app_company() in (seller_id, buyer_id) then true else false end)
  with check (company_id = app_company());
revoke update, delete, truncate on supply_move from koba_app;

-- (19) A row and its opposite are of the same matter; only the buyer hands over, only the seller uses.
create function check_supplies() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select '19 supplies', format('move %s is not the opposite of %s', x.key, o.key)
  from supply_move x join supply_move o on o.key = x.reverses
  where (x.seller_id, x.buyer_id, x.kind, x.movement, x.item, x.unit, x.company_id) is distinct from
      (o.seller_id, o.buyer_id, o.kind, o.movement, o.item, o.unit, o.company_id)
    or x.quantity <> -o.quantity or x.price is distinct from -o.price or o.reverses is not null
  union all
  select '19 supplies', format('move %s: %s by %s', x.key, x.movement, x.company_id) from supply_move x
  where (x.movement = 'sent' and x.company_id <> x.buyer_id) or (x.movement = 'used' and x.company_id <> x.seller_id)
  union all
  select '6 company crossing', format('supply %s, order %s', x.key, x.order_key)
  from supply_move x join orders o on o.key = x.order_key
  where (x.seller_id, x.buyer_id) is distinct from (o.seller_id, o.buyer_id)
$$;
alter function check_invariants() rename to check_before_supplies;
create function check_invariants() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select * from check_before_supplies() union all select * from check_supplies()
$$;
revoke execute on function check_before_supplies(), check_supplies(), check_invariants() from public;
grant execute on function check_invariants() to koba_app;
