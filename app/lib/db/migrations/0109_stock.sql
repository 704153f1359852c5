-- 在庫: one row per product, its moves append-only, what waits on what. A product kept in stock, or made for a stock, has such a row.
alter table factory add column stock_kind text check (stock_kind in ('product', 'part'));
update factory set stock_kind = case when name = '部品在庫' then 'part' else 'product' end where is_stock;
alter table factory_meta
  add column stock_valuation text not null default 'average' check (stock_valuation in ('last', 'average', 'standard'));
alter table product
  add column lead_days integer check (lead_days between 0 and 365),
  add column moq numeric(15,3) check (moq > 0),
  add column lot numeric(15,3) check (lot > 0),
  add column num_target numeric(15,3) check (num_target >= 0),
  add column standard_price numeric(15,3) check (standard_price >= 0),
  add column shelf text,
  add column supplier_id text;

-- `is_over`: a move has left less than is allocated. `code`, `num_threshold` and `is_managed` are the product's: by them alone lists and tiles find their rows.
create table stock (
  product_id bigint primary key references product,
  seller_id text not null,
  buyer_id text not null,
  kind text not null check (kind in ('product', 'part')),
  code text not null,
  is_managed boolean not null,
  num_threshold numeric(15,3),
  num numeric(15,3) not null default 0,
  num_arriving numeric(15,3) not null default 0,
  num_allocated numeric(15,3) not null default 0 check (num_allocated >= 0),
  num_parts numeric(15,3) not null default 0,
  is_over boolean not null default false,
  stock_value bigint not null default 0,
  last_price numeric(15,3),
  last_inventory_time timestamptz,
  last_in_date date,
  last_out_date date,
  last_move_time timestamptz,
  version integer not null default 1,
  is_short boolean not null generated always as
    (coalesce(num + num_arriving - num_allocated - num_parts < num_threshold, false)) stored,
  is_negative boolean not null generated always as (num < 0) stored,
  is_listed boolean not null generated always as (is_managed or num <> 0) stored,
  foreign key (seller_id, buyer_id) references collaboration
);
create index stock_listed on stock (seller_id, kind, code, product_id) where is_listed;
create index stock_owner on stock (buyer_id, kind, code, product_id) where is_listed;
create index stock_short on stock (seller_id, kind, code, product_id) where is_listed and is_short;
create index stock_negative on stock (seller_id, kind, code, product_id) where is_listed and is_negative;
create index stock_counted on stock (seller_id, kind, (coalesce(last_inventory_time, '-infinity'::timestamptz))) where is_listed;

create table stock_move (
  key bigint generated always as identity primary key,
  seller_id text not null,
  buyer_id text not null,
  product_id bigint not null references stock,
  kind text not null check (kind in ('in', 'out', 'adjust', 'count', 'reverse')),
  num numeric(15,3) not null check (num <> 0),
  num_after numeric(15,3) not null,
  effective_date date not null,
  occurred_time timestamptz not null,
  recorded_time timestamptz not null,
  source text not null check (source in ('hand', 'card', 'allocation', 'part', 'count', 'late', 'opening')),
  card_key bigint references card,
  allocation_key bigint,
  stocktake_key bigint,
  reason text,
  words text,
  unit_price numeric(15,3) check (unit_price >= 0),
  is_provisional boolean not null default false,
  action uuid not null,
  reverses bigint unique references stock_move,
  actor_name text not null,
  actor_company text,
  check ((kind = 'reverse') = (reverses is not null)),
  check ((kind = 'in' and num > 0) or (kind = 'out' and num < 0) or kind not in ('in', 'out'))
);
create index stock_move_product on stock_move (product_id, effective_date desc, key desc);
create index stock_move_recorded on stock_move (seller_id, recorded_time desc, key desc);
create index stock_move_card on stock_move (card_key) where card_key is not null;
create index stock_move_action on stock_move (action);

create table stock_allocation (
  key bigint generated always as identity primary key,
  seller_id text not null,
  buyer_id text not null,
  product_id bigint not null references stock,
  card_key bigint not null references card,
  num numeric(15,3) not null check (num > 0),
  state text not null default 'open' check (state in ('open', 'shipped', 'released')),
  allocated_time timestamptz not null,
  allocated_by text not null,
  ended_time timestamptz,
  ended_by text,
  reason text,
  split_from bigint references stock_allocation,
  check ((state = 'open') = (ended_time is null))
);
create index stock_allocation_open on stock_allocation (product_id) where state = 'open';
create index stock_allocation_card on stock_allocation (card_key);
alter table stock_move add foreign key (allocation_key) references stock_allocation;

-- What each card brings to a stock, or will take from it as parts; `num_arriving` and `num_parts` are its sums.
create table stock_expected (
  card_key bigint not null references card,
  product_id bigint not null references stock,
  kind text not null check (kind in ('arriving', 'parts')),
  seller_id text not null,
  buyer_id text not null,
  num numeric(15,3) not null check (num > 0),
  primary key (card_key, product_id, kind)
);
create index stock_expected_product on stock_expected (product_id, kind);

do $$
declare name text;
begin
  foreach name in array array['stock', 'stock_move'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy seen on %I for select using (case when app_company() in (seller_id, buyer_id) then true else false end)', name);
  end loop;
  foreach name in array array['stock_allocation', 'stock_expected'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy seen on %I for select using (seller_id = app_company())', name);
  end loop;
end $$;
create policy kept on stock for update using (seller_id = app_company()) with check (seller_id = app_company());
create policy added on stock_move for insert with check (seller_id = app_company());
create policy added on stock_allocation for insert with check (seller_id = app_company());
create policy kept on stock_allocation for update using (seller_id = app_company()) with check (seller_id = app_company());
revoke all on stock, stock_move, stock_allocation, stock_expected from koba_app;
grant select on stock, stock_move, stock_allocation, stock_expected to koba_app;
grant update (stock_value, last_price, last_inventory_time, version) on stock to koba_app;
grant insert on stock_move to koba_app;
grant insert, update (num, state, ended_time, ended_by, reason) on stock_allocation to koba_app;

-- From a card's unit to its product's, as the app converts: pieces, kg by the weight of one, sets by their pieces.
create function stock_units(quantity numeric, from_unit text, to_unit text, weight numeric, in_set numeric) returns numeric
language sql immutable set search_path = public, pg_temp as $$
  select case when from_unit = to_unit then quantity else round(
    quantity * (case from_unit when 'set' then in_set else 1 end) * (case to_unit when 'kg' then weight else 1 end)
      / nullif((case from_unit when 'kg' then weight else 1 end) * (case to_unit when 'set' then in_set else 1 end), 0),
    case to_unit when 'kg' then 3 else 0 end) end
$$;

-- The pieces of a card that have been through its last process of work, the lost ones with them.
create function card_done(c card) returns numeric language sql stable set search_path = public, pg_temp as $$
  select case
    when c.num_good > 0 then c.num_good + c.num_defective
    when c.num_defective = 0 then 0
    when not exists (select from process p, process at where at.company_id = c.seller_id and p.company_id = c.seller_id
      and at.group_id = case c.group_id when 99 then c.moved_group else c.group_id end
      and p.is_active and p.sort > at.sort and p.role in ('work', 'outsource', 'inspect')) then c.num_defective
    else 0 end
$$;

create function expected_of(card_keys bigint[]) returns table (card_key bigint, product_id bigint, kind text, seller_id text, buyer_id text, num numeric)
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
      then round(x.per_parent * (c.num_items - card_done(c)), 3) else ceil(x.per_parent * (c.num_items - card_done(c))) end)
    from card c join product_part x on x.product_id = c.product_id join product p on p.product_id = x.part_id
      join stock s on s.product_id = x.part_id and s.is_managed
    where c.key = any(card_keys) and c.group_id <> 99 and c.num_items > card_done(c)
      and (c.num_good + c.num_defective + c.num_partial > 0 or exists (select from work w where w.card_key = c.key and not w.is_void))
      and not exists (select from defect d where d.child_key = c.key and d.treatment = 'rework')
      and not exists (select from card o where o.seller_id = c.seller_id and o.parent_id = c.id and o.task_type = 'part'
        and o.product_id = x.part_id and o.cancelled_time is null)
    group by c.key, s.product_id, s.seller_id, s.buyer_id) e
  where e.num > 0
$$;

-- One after the other for a card, and the rows of stock in their order.
create function expect_stock(card_keys bigint[]) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  ids bigint[];
begin
  perform from card where key = any(card_keys) order by key for no key update;
  ids := array(select product_id from stock_expected where card_key = any(card_keys)
    union select product_id from expected_of(card_keys) order by 1);
  if cardinality(ids) = 0 then return; end if;
  perform from stock where product_id = any(ids) order by product_id for no key update;
  with gone as (delete from stock_expected where card_key = any(card_keys) returning product_id, kind, num),
    come as (select * from expected_of(card_keys)),
    change as (select product_id, sum(num) filter (where kind = 'arriving') as arriving, sum(num) filter (where kind = 'parts') as parts
      from (select product_id, kind, num from come union all select product_id, kind, -num from gone) e group by product_id)
  update stock s set num_arriving = s.num_arriving + coalesce(c.arriving, 0), num_parts = s.num_parts + coalesce(c.parts, 0)
  from change c where c.product_id = s.product_id and (coalesce(c.arriving, 0), coalesce(c.parts, 0)) <> (0, 0);
  insert into stock_expected (card_key, product_id, kind, seller_id, buyer_id, num) select * from expected_of(card_keys);
end $$;

-- At the end of the transaction: by then all of its cards are written, and no row of stock is held for long.
create function expect_of_card() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform expect_stock(array(select new.key union select key from card where seller_id = new.seller_id and id = new.parent_id and new.task_type = 'part'));
  return null;
end $$;
create constraint trigger card_expected_new after insert on card deferrable initially deferred for each row
  when (new.product_id is not null) execute function expect_of_card();
create constraint trigger card_expected after update on card deferrable initially deferred for each row
  when ((old.product_id is not null or new.product_id is not null)
    and (old.num_items, old.num_good, old.num_defective, old.num_partial, old.product_id, old.order_unit, old.unit_weight, old.pieces_per_set, old.task_type, old.group_id = 99,
        case when old.num_good = 0 and old.num_defective > 0 then old.group_id end)
      is distinct from (new.num_items, new.num_good, new.num_defective, new.num_partial, new.product_id, new.order_unit, new.unit_weight, new.pieces_per_set, new.task_type, new.group_id = 99,
        case when new.num_good = 0 and new.num_defective > 0 then new.group_id end))
  execute function expect_of_card();
create function expect_of_work() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from card c join product_part x on x.product_id = c.product_id where c.key = new.card_key and x.part_id is not null) then
    perform expect_stock(array[new.card_key]);
  end if;
  return null;
end $$;
create constraint trigger work_expected after insert or update of is_void on work deferrable initially deferred for each row execute function expect_of_work();
create function expect_of_part() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform expect_stock(array(select key from card where product_id = coalesce(new.product_id, old.product_id) and group_id <> 99 order by key));
  return null;
end $$;
create constraint trigger part_expected after insert or update or delete on product_part deferrable initially deferred
  for each row execute function expect_of_part();

create function expect_of_process() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform expect_stock(array(select key from card where seller_id = new.company_id and group_id <> 99 and product_id is not null
    and num_good = 0 and num_defective > 0 order by key));
  return null;
end $$;
create constraint trigger process_expected after update of role, sort, is_active on process deferrable initially deferred
  for each row when ((old.role, old.sort, old.is_active) is distinct from (new.role, new.sort, new.is_active)) execute function expect_of_process();

-- A product's own row of stock, made when it is first needed and kept.
create function keep_stock() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
  if tg_op = 'INSERT' or old.is_stock is distinct from new.is_stock then
    perform expect_stock(array(select key from card where group_id <> 99 and (product_id = new.product_id
      or product_id in (select product_id from product_part where part_id = new.product_id)) order by key));
  end if;
  return null;
end $$;
create trigger product_stock_new after insert on product for each row execute function keep_stock();
create trigger product_stock after update on product for each row
  when ((old.code, old.is_stock, old.num_threshold, old.order_unit) is distinct from (new.code, new.is_stock, new.num_threshold, new.order_unit))
  execute function keep_stock();

-- A move says itself what is there after it; whose it is, its product says.
create function keep_move() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update stock set num = num + new.num, version = version + 1, last_move_time = greatest(last_move_time, new.recorded_time),
    last_in_date = case when new.kind = 'in' then greatest(last_in_date, new.effective_date) else last_in_date end,
    last_out_date = case when new.kind = 'out' then greatest(last_out_date, new.effective_date) else last_out_date end,
    is_over = num_allocated > greatest(num + new.num, 0)
  where product_id = new.product_id returning seller_id, buyer_id, num into new.seller_id, new.buyer_id, new.num_after;
  if not found then raise exception 'product % has no stock', new.product_id; end if;
  return new;
end $$;
create trigger stock_moved before insert on stock_move for each row execute function keep_move();
-- 最終入庫日 and 最終出庫日 are of moves that stand.
create function keep_dates() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update stock s set last_in_date = d.last_in, last_out_date = d.last_out
  from (select max(m.effective_date) filter (where m.kind = 'in') as last_in, max(m.effective_date) filter (where m.kind = 'out') as last_out
    from stock_move m where m.product_id = new.product_id and m.reverses is null
      and not exists (select from stock_move r where r.reverses = m.key)) d
  where s.product_id = new.product_id;
  return null;
end $$;
create trigger stock_reversed after insert on stock_move for each row when (new.reverses is not null) execute function keep_dates();

create function keep_allocation() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  before numeric := case when tg_op = 'UPDATE' and old.state = 'open' then old.num else 0 end;
  after numeric := case when new.state = 'open' then new.num else 0 end;
begin
  if before <> after then
    update stock set num_allocated = num_allocated + after - before, version = version + 1,
      is_over = is_over and num_allocated + after - before > greatest(num, 0)
    where product_id = new.product_id;
  end if;
  return null;
end $$;
create trigger stock_allocated after insert or update on stock_allocation for each row execute function keep_allocation();

-- What is kept already.
insert into stock (product_id, seller_id, buyer_id, kind, code, is_managed, num_threshold)
select p.product_id, p.seller_id, p.buyer_id, case when f.is_stock then coalesce(f.stock_kind, 'product') else 'product' end, p.code, true, p.num_threshold
from product p join factory f on f.id = p.buyer_id where p.is_stock or f.is_stock;
insert into stock_expected (card_key, product_id, kind, seller_id, buyer_id, num)
select e.* from (select array_agg(key) as keys from card where group_id <> 99 and product_id is not null) c, expected_of(c.keys) e;
update stock s set num_arriving = e.arriving, num_parts = e.parts
from (select product_id, coalesce(sum(num) filter (where kind = 'arriving'), 0) as arriving, coalesce(sum(num) filter (where kind = 'parts'), 0) as parts
  from stock_expected group by product_id) e where e.product_id = s.product_id;

-- (20) Stock is the sum of its moves, and what waits is what the cards say.
create function check_stock() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select '20 stock', format('product %s: %s, its moves %s', s.product_id, s.num, coalesce(m.num, 0)) from stock s
  left join (select product_id, sum(num) as num from stock_move group by product_id) m on m.product_id = s.product_id
  where s.num <> coalesce(m.num, 0)
  union all
  select '20 stock', format('product %s: %s, after its last move %s', s.product_id, s.num, m.num_after)
  from stock s cross join lateral (select num_after from stock_move where product_id = s.product_id order by key desc limit 1) m where s.num <> m.num_after
  union all
  select '20 stock', format('product %s: %s allocated, open %s', s.product_id, s.num_allocated, coalesce(a.num, 0)) from stock s
  left join (select product_id, sum(num) as num from stock_allocation where state = 'open' group by product_id) a on a.product_id = s.product_id
  where s.num_allocated <> coalesce(a.num, 0)
  union all
  select '20 stock', format('product %s: %s allocated of %s', s.product_id, s.num_allocated, s.num) from stock s
  where (s.num_allocated > greatest(s.num, 0)) <> s.is_over
  union all
  select '20 stock', format('card %s ends with %s open', a.card_key, a.num) from stock_allocation a join card c on c.key = a.card_key
  where a.state = 'open' and c.cancelled_time is not null
  union all
  select '20 stock', format('card %s, product %s: %s %s too many', e.card_key, e.product_id, sum(e.num), e.kind)
  from (select card_key, product_id, kind, num from stock_expected
    union all select x.card_key, x.product_id, x.kind, -x.num from (select array_agg(key) as keys from card where product_id is not null and group_id <> 99) c, expected_of(c.keys) x) e
  group by e.card_key, e.product_id, e.kind having sum(e.num) <> 0
  union all
  select '20 stock', format('product %s: %s arriving, %s as parts', s.product_id, s.num_arriving, s.num_parts) from stock s
  left join (select product_id, coalesce(sum(num) filter (where kind = 'arriving'), 0) as arriving, coalesce(sum(num) filter (where kind = 'parts'), 0) as parts
    from stock_expected group by product_id) e on e.product_id = s.product_id
  where (s.num_arriving, s.num_parts) <> (coalesce(e.arriving, 0), coalesce(e.parts, 0))
  union all
  select '20 stock', format('move %s is not the opposite of %s', m.key, o.key) from stock_move m join stock_move o on o.key = m.reverses
  where (m.product_id, m.num) is distinct from (o.product_id, -o.num)
  union all
  select '6 company crossing', format('stock of product %s', s.product_id) from stock s join product p on p.product_id = s.product_id
  where (s.seller_id, s.buyer_id, s.code) is distinct from (p.seller_id, p.buyer_id, p.code)
  union all
  select '6 company crossing', format('stock of product %s, card %s', m.product_id, c.key)
  from (select product_id, seller_id, card_key from stock_move union all select product_id, seller_id, card_key from stock_allocation) m
  join card c on c.key = m.card_key join stock s on s.product_id = m.product_id where m.seller_id <> c.seller_id or m.seller_id <> s.seller_id
$$;
alter function check_invariants() rename to check_before_stock;
create function check_invariants() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select * from check_before_stock() union all select * from check_stock()
$$;
revoke execute on function expect_stock(bigint[]), expect_of_card(), expect_of_work(), expect_of_part(), expect_of_process(), keep_stock(), keep_move(),
  keep_dates(), keep_allocation(), check_before_stock(), check_stock(), check_invariants() from public;
grant execute on function check_invariants() to koba_app;
