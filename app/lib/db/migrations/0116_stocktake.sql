-- 棚卸: a sheet's rows start from the stock as it stood, counts are only added, and confirming writes one move for each row that differs.
create table stocktake (
  key bigint generated always as identity primary key,
  seller_id text not null references factory,
  name text not null,
  count_date date not null,
  kind text check (kind in ('product', 'part')),
  owner_id text references factory,
  shelf text,
  days integer check (days > 0),
  is_blind boolean not null,
  is_adhoc boolean not null default false,
  state text not null check (state in ('draft', 'open', 'confirmed', 'undone', 'discarded')),
  recounts bigint references stocktake,
  created_time timestamptz not null,
  created_by text not null,
  start_time timestamptz,
  confirmed_time timestamptz,
  confirmed_by text,
  reason text,
  action uuid,
  undone_time timestamptz,
  undone_by text,
  version integer not null default 1,
  unique (key, seller_id),
  check (state in ('draft', 'discarded') or start_time is not null),
  check (state <> 'confirmed' or confirmed_time is not null)
);
create index stocktake_seller on stocktake (seller_id, count_date desc, key desc);
create unique index stocktake_adhoc on stocktake (seller_id, count_date) where is_adhoc and state = 'open';

create table stocktake_row (
  stocktake_key bigint not null,
  product_id bigint not null references product,
  seller_id text not null,
  position integer not null,
  start_num numeric(15,3) not null,
  start_move bigint not null,
  start_time timestamptz not null,
  counted numeric(15,3) check (counted >= 0),
  first_time timestamptz,
  counted_time timestamptz,
  person text,
  num_persons integer not null default 0,
  num_waiting integer not null default 0,
  last_count bigint not null default 0,
  is_minute_in boolean,
  reason text,
  book_at_count numeric(15,3),
  adjust numeric(15,3),
  unit_price numeric(15,3),
  previous_inventory_time timestamptz,
  primary key (stocktake_key, product_id),
  foreign key (stocktake_key, seller_id) references stocktake (key, seller_id),
  check ((counted is null) = (counted_time is null)),
  check ((counted is null) = (first_time is null))
);
create unique index stocktake_row_position on stocktake_row (stocktake_key, position);
create index stocktake_row_left on stocktake_row (stocktake_key, position) where counted is null;
create index stocktake_row_product on stocktake_row (product_id, stocktake_key);

-- One row for each number that somebody told; the same number sent twice has one client_id.
create table stocktake_count (
  key bigint generated always as identity primary key,
  stocktake_key bigint not null,
  product_id bigint not null,
  seller_id text not null,
  client_id text not null,
  mode text not null check (mode in ('replace', 'add', 'drop')),
  num numeric(15,3) not null check (num >= 0),
  counted_time timestamptz not null,
  recorded_time timestamptz not null,
  person text not null,
  username text not null,
  shelf text,
  is_waiting boolean not null default false,
  undoes bigint unique references stocktake_count,
  answers bigint unique references stocktake_count,
  unique (seller_id, client_id),
  foreign key (stocktake_key, product_id) references stocktake_row,
  check (mode <> 'drop' or (undoes is null) <> (answers is null))
);
create index stocktake_count_row on stocktake_count (stocktake_key, product_id, key);

-- What was done at a shelf, under the id that the device gave it: sent again, it is answered and not done again.
create table shelf_scan (
  company_id text not null references factory,
  client_id text not null,
  act text not null check (act in ('stock_in', 'stock_out', 'stock_count', 'stock_undo')),
  product_id bigint references product,
  num numeric(15,3),
  item jsonb not null,
  state text not null check (state in ('done', 'conflict', 'discarded', 'undone')),
  detail text not null,
  action uuid,
  count_key bigint references stocktake_count,
  person text not null,
  username text not null,
  happened_time timestamptz not null,
  received_time timestamptz not null,
  primary key (company_id, client_id)
);
create index shelf_scan_last on shelf_scan (company_id, username, received_time desc);
create index shelf_scan_product on shelf_scan (product_id, received_time desc) where state = 'done';
create index shelf_scan_waiting on shelf_scan (company_id, received_time) where state = 'conflict';

alter table stock_move add foreign key (stocktake_key) references stocktake;
create index product_shelf on product (seller_id, lower(shelf)) where shelf is not null;
create index stock_move_since on stock_move (product_id, key);
create index stock_move_stocktake on stock_move (stocktake_key) where stocktake_key is not null;

alter table scan_code drop constraint scan_code_kind_check;
alter table scan_code add constraint scan_code_kind_check check (kind in ('process', 'worker', 'card', 'operation', 'product', 'stock'));

do $$
declare name text;
begin
  foreach name in array array['stocktake', 'stocktake_row', 'stocktake_count'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy tenant on %I using (case when seller_id = app_company() then true else false end)', name);
  end loop;
end
$$;
alter table shelf_scan enable row level security;
create policy tenant on shelf_scan using (case when company_id = app_company() then true else false end);
revoke delete, truncate on stocktake, stocktake_row, shelf_scan from koba_app;
revoke update, delete, truncate on stocktake_count from koba_app;

-- (24) A confirmed sheet's moves are its rows' differences, each row's number is what its counts come to, and nothing crosses companies.
create function check_stocktakes() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select '24 stocktakes', format('sheet %s, product %s: moves %s, difference %s', r.stocktake_key, r.product_id, m.num, r.adjust)
  from stocktake s join stocktake_row r on r.stocktake_key = s.key
  left join lateral (
    select coalesce(sum(x.num), 0) as num from stock_move x
    where x.stocktake_key = s.key and x.product_id = r.product_id
      and x.reverses is null and not exists (select from stock_move o where o.reverses = x.key)
  ) m on true
  where s.state = 'confirmed' and m.num <> coalesce(r.adjust, 0)
  union all
  select '24 stocktakes', format('sheet %s, product %s: counted at no time', r.stocktake_key, r.product_id)
  from stocktake s join stocktake_row r on r.stocktake_key = s.key
  where r.counted is not null and not exists (
    select from stocktake_count c where (c.stocktake_key, c.product_id) = (r.stocktake_key, r.product_id) and c.mode <> 'drop'
  )
  union all
  select '24 stocktakes', format('sheet %s: move %s of product %s without a row', m.stocktake_key, m.key, m.product_id)
  from stock_move m left join stocktake_row r on (r.stocktake_key, r.product_id) = (m.stocktake_key, m.product_id)
  where m.stocktake_key is not null and r.product_id is null
  union all
  select '6 company crossing', format('sheet %s, product %s', r.stocktake_key, r.product_id)
  from stocktake_row r join product p on p.product_id = r.product_id where p.seller_id <> r.seller_id
  union all
  select '6 company crossing', format('shelf scan %s, product %s', x.client_id, x.product_id)
  from shelf_scan x join product p on p.product_id = x.product_id where p.seller_id <> x.company_id
$$;
alter function check_invariants() rename to check_before_stocktakes;
create function check_invariants() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select * from check_before_stocktakes() union all select * from check_stocktakes()
$$;
revoke execute on function check_before_stocktakes(), check_stocktakes(), check_invariants() from public;
grant execute on function check_invariants() to koba_app;
