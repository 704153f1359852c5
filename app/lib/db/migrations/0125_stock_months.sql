-- 在庫の月締め: what each product was worth at the end of a month, as it was closed; what changes it afterwards is one row on the first open day.
create table stock_closing (
  key bigint generated always as identity primary key,
  seller_id text not null references factory,
  month date not null check (month = date_trunc('month', month)::date),
  end_date date not null,
  valuation text not null check (valuation in ('last', 'average', 'standard')),
  num_products integer not null,
  stock_value bigint not null,
  closed_time timestamptz not null,
  closed_by text not null,
  undone_time timestamptz,
  undone_by text,
  unique (key, seller_id),
  check (end_date = (month + interval '1 month' - interval '1 day')::date),
  check ((undone_time is null) = (undone_by is null))
);
create unique index stock_closing_month on stock_closing (seller_id, month) where undone_time is null;

-- `out_total`: what all that ever went out was worth, as it was reckoned then.
create table stock_closing_row (
  closing_key bigint not null,
  product_id bigint not null references stock,
  seller_id text not null,
  start_num numeric(15,3) not null,
  start_value bigint not null,
  num_corrected numeric(15,3) not null,
  value_corrected bigint not null,
  num_in numeric(15,3) not null check (num_in >= 0),
  value_in bigint not null,
  num_out numeric(15,3) not null check (num_out >= 0),
  value_out bigint not null,
  variance bigint not null,
  num numeric(15,3) not null,
  stock_value bigint not null,
  out_total bigint not null,
  primary key (closing_key, product_id),
  foreign key (closing_key, seller_id) references stock_closing (key, seller_id),
  check (num = start_num + num_corrected + num_in - num_out),
  check (stock_value = start_value + value_corrected + value_in - value_out + variance)
);
create index stock_closing_row_product on stock_closing_row (product_id, closing_key);

-- 過月修正: `cost` is what was issued in closed months and is worth more now.
create table stock_correction (
  key bigint generated always as identity primary key,
  closing_key bigint not null,
  product_id bigint not null references stock,
  seller_id text not null,
  effective_date date not null,
  num numeric(15,3) not null,
  value bigint not null,
  cost bigint not null,
  words text not null,
  recorded_time timestamptz not null,
  foreign key (closing_key, seller_id) references stock_closing (key, seller_id),
  check (num <> 0 or value <> 0 or cost <> 0)
);
create index stock_correction_closing on stock_correction (closing_key, product_id);
create index stock_correction_product on stock_correction (product_id);

-- The price of a receipt, said later: the last one said counts.
create table stock_price (
  key bigint generated always as identity primary key,
  seller_id text not null,
  product_id bigint not null references stock,
  move_key bigint not null references stock_move,
  unit_price numeric(15,3) not null check (unit_price >= 0),
  is_provisional boolean not null,
  words text,
  recorded_time timestamptz not null,
  actor_name text not null,
  actor_company text
);
create index stock_price_move on stock_price (move_key, key desc);
create index stock_price_product on stock_price (product_id);
create index stock_unpriced on stock (seller_id, kind) where is_listed and num <> 0 and stock_value = 0 and coalesce(last_price, 0) = 0;
create index stock_move_provisional on stock_move (seller_id, key) where is_provisional;

-- A suggestion that was turned down is not made again until its product has been above the threshold, or more of it is to come.
alter table stock add column dismissed_time timestamptz, add column dismissed_by text;
grant update (dismissed_time, dismissed_by) on stock to koba_app;
create function keep_dismissal() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.num_threshold is distinct from old.num_threshold or new.num_arriving > old.num_arriving
    or coalesce(new.num - new.num_allocated - new.num_parts >= new.num_threshold, true) then
    new.dismissed_time := null;
    new.dismissed_by := null;
  end if;
  return new;
end $$;
create trigger stock_dismissed before update on stock for each row when (old.dismissed_time is not null) execute function keep_dismissal();

do $$
declare name text;
begin
  foreach name in array array['stock_closing', 'stock_closing_row', 'stock_correction', 'stock_price'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy tenant on %I using (case when seller_id = app_company() then true else false end)', name);
  end loop;
end $$;
revoke all on stock_closing, stock_closing_row, stock_correction, stock_price from koba_app;
grant select, insert on stock_closing, stock_closing_row, stock_correction, stock_price to koba_app;
grant update (undone_time, undone_by) on stock_closing to koba_app;

-- (27) A closed month is its rows, follows the month before, and holds what moved until its end but for what was corrected since.
create function check_stock_months() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  with live as (select * from stock_closing where undone_time is null),
    last as (select distinct on (seller_id) * from live order by seller_id, month desc)
  select '27 stock months', format('month %s of %s: %s products worth %s, its rows %s worth %s', c.month, c.seller_id, c.num_products, c.stock_value, r.num, r.value)
  from stock_closing c cross join lateral (select count(*) as num, coalesce(sum(stock_value), 0) as value from stock_closing_row where closing_key = c.key) r
  where (c.num_products, c.stock_value) <> (r.num, r.value)
  union all
  select '27 stock months', format('month %s of %s: the month before is open', c.month, c.seller_id) from live c
  where exists (select from live o where o.seller_id = c.seller_id and o.month < c.month)
    and not exists (select from live o where o.seller_id = c.seller_id and o.month = (c.month - interval '1 month')::date)
  union all
  select '27 stock months', format('month %s, product %s: begins with %s worth %s, the month before ended with %s worth %s', c.month,
    s.product_id, r.start_num, r.start_value, b.num, b.stock_value)
  from live c join live o on o.seller_id = c.seller_id and o.month = (c.month - interval '1 month')::date
    cross join lateral (select product_id from stock_closing_row where closing_key in (c.key, o.key) group by product_id) s
    left join stock_closing_row r on r.closing_key = c.key and r.product_id = s.product_id
    left join stock_closing_row b on b.closing_key = o.key and b.product_id = s.product_id
  where (coalesce(r.start_num, 0), coalesce(r.start_value, 0)) <> (coalesce(b.num, 0), coalesce(b.stock_value, 0))
  union all
  select '27 stock months', format('month %s, product %s: %s and corrections of %s, its moves %s', c.month, s.product_id, coalesce(r.num, 0), coalesce(x.num, 0), coalesce(m.num, 0))
  from last c join stock s on s.seller_id = c.seller_id
    left join stock_closing_row r on r.closing_key = c.key and r.product_id = s.product_id
    left join (select closing_key, product_id, sum(num) as num from stock_correction group by 1, 2) x on x.closing_key = c.key and x.product_id = s.product_id
    left join lateral (select sum(num) as num from stock_move where product_id = s.product_id and effective_date <= c.end_date) m on true
  where coalesce(r.num, 0) + coalesce(x.num, 0) <> coalesce(m.num, 0)
  union all
  select '6 company crossing', format('month %s, product %s', r.closing_key, r.product_id)
  from (select closing_key, product_id, seller_id from stock_closing_row union all select closing_key, product_id, seller_id from stock_correction) r
  join stock s on s.product_id = r.product_id where s.seller_id <> r.seller_id
  union all
  select '6 company crossing', format('price %s of move %s', p.key, p.move_key) from stock_price p join stock_move m on m.key = p.move_key
  where (p.seller_id, p.product_id) <> (m.seller_id, m.product_id) or m.kind <> 'in'
$$;
alter function check_invariants() rename to check_before_stock_months;
create function check_invariants() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select * from check_before_stock_months() union all select * from check_stock_months()
$$;
revoke execute on function keep_dismissal(), check_before_stock_months(), check_stock_months(), check_invariants() from public;
grant execute on function check_invariants() to koba_app;
