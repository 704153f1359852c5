-- 商品マスタ: what it is searched by, its standard route, its parts, what is measured; who set a price and why.
alter table product add column search_key text not null default '';
alter table product add column note text;
alter table product add column created_time timestamptz not null default now();
alter table product add column update_time timestamptz not null default now();
update product set search_key = lower(replace(normalize(code || name || coalesce(drawing_no, ''), NFKC), ' ', ''));
create index product_seller on product (seller_id, code) where is_active;

alter table product_price add column note text;
alter table product_price add column created_by text;
alter table product_price add column created_time timestamptz not null default now();

create table product_step (
  product_id bigint not null references product,
  sort integer not null,
  seller_id text not null,
  group_id integer not null,
  setup_minutes numeric(15,3) check (setup_minutes >= 0),
  minutes_per_item numeric(15,3) check (minutes_per_item >= 0),
  caution text,
  primary key (product_id, sort),
  foreign key (seller_id, group_id) references process
);
create table product_part (
  product_id bigint not null references product,
  sort integer not null,
  seller_id text not null,
  part_id bigint references product,
  name text not null,
  per_parent numeric(15,3) not null check (per_parent > 0),
  primary key (product_id, sort),
  check (part_id is null or part_id <> product_id)
);
create index product_part_of on product_part (part_id) where part_id is not null;
create table product_item (
  product_id bigint not null references product,
  item_id bigint not null,
  seller_id text not null,
  sort integer not null,
  lower_limit numeric(15,3),
  upper_limit numeric(15,3),
  primary key (product_id, item_id),
  check (lower_limit is null or upper_limit is null or lower_limit <= upper_limit)
);
do $$
declare name text;
begin
  foreach name in array array['product_step', 'product_part', 'product_item'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy own on %I using (seller_id = app_company()) with check (seller_id = app_company())', name);
  end loop;
end $$;

-- The last order of a product, for its list.
create index card_product on card (product_id, key desc) where product_id is not null;

-- Words are found by the pairs of letters in them, in any script. Row-level security keeps such an index from the app's own role, so the search
-- is the owner's, and says itself whose rows it may see.
create function letter_pairs(key text) returns text[] language sql immutable parallel safe as
  $$ select array(select distinct substr(key, i, 2) from generate_series(1, greatest(length(key) - 1, 1)) i) $$;
create index product_letters on product using gin (letter_pairs(search_key));
create function search_products(wanted text) returns setof bigint language plpgsql stable security definer set search_path = public as $$
begin
  if length(wanted) < 2 then
    return query select p.product_id from product p where app_company() in (p.seller_id, p.buyer_id) and position(wanted in p.search_key) > 0;
  else
    return query select p.product_id from product p where letter_pairs(p.search_key) @> letter_pairs(wanted)
      and app_company() in (p.seller_id, p.buyer_id) and position(wanted in p.search_key) > 0;
  end if;
end $$;
revoke all on function search_products(text) from public;
grant execute on function search_products(text) to koba_app;

-- Where a card of a product begins. The route itself is the factory's; a buyer who agrees to a date has the card begin all the same.
create function first_steps(ids bigint[]) returns table (product_id bigint, group_id integer)
language sql stable security definer set search_path = public as $$
  select distinct on (s.product_id) s.product_id, s.group_id from product_step s join product p using (product_id)
  where s.product_id = any(ids) and app_company() in (p.seller_id, p.buyer_id) order by s.product_id, s.sort
$$;
revoke all on function first_steps(bigint[]) from public;
grant execute on function first_steps(bigint[]) to koba_app;

alter function check_invariants() rename to check_before_products;
create function check_products() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  -- (17) A lower price reaches back before its agreement never (R2-10).
  select '17 price lowered backwards', format('product %s from %s: %s, agreed on %s', p.product_id, p.effective_from, p.unit_price, p.agreed_on)
  from product_price p where p.effective_from < p.agreed_on and p.unit_price < (
    select b.unit_price from product_price b where b.product_id = p.product_id and b.min_quantity <= p.min_quantity
      and b.effective_from = (select max(l.effective_from) from product_price l where l.product_id = p.product_id and l.effective_from < p.effective_from)
    order by b.min_quantity desc limit 1)
  union all
  select '17 price of another pair', p.product_id::text from product_price p join product o using (product_id)
  where (p.seller_id, p.buyer_id) is distinct from (o.seller_id, o.buyer_id)
  union all
  select '17 route of another seller', s.product_id::text from product_step s join product o using (product_id) where s.seller_id <> o.seller_id
  union all
  select '17 part of another seller', s.product_id::text from product_part s join product o on o.product_id = s.part_id where s.seller_id <> o.seller_id
$$;
create function check_invariants() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select * from check_before_products() union all select * from check_products()
$$;
revoke execute on function check_before_products(), check_products(), check_invariants() from public;
grant execute on function check_invariants() to koba_app;
