-- The cards on the board alone, narrow and packed: what is counted by words, and by what tallies don't tell, is counted here, and never
-- among the million that were shipped. Kept by the database itself whenever a card changes; nobody else writes it.
create table board_row (
  key bigint primary key references card on delete cascade,
  seller_id text not null,
  buyer_id text not null,
  group_id integer not null,
  subgroup_id integer,
  order_unit text not null,
  num_items numeric(15,3) not null,
  is_urgent boolean not null,
  delivery_date date,
  group_update_time timestamptz not null,
  task_type text,
  is_billing_target boolean not null,
  product_id bigint,
  name text not null,
  drawing_no text,
  search_key text not null
) with (fillfactor = 70);
create index board_row_seller on board_row (seller_id, buyer_id);
create index board_row_buyer on board_row (buyer_id, seller_id);
-- Words are found by the pairs of letters in them, of each company's own cards: another's are no work. A move touches no indexed column.
create function own_pairs(companies text[], words text) returns text[] language sql immutable parallel safe as $$
  select array(select distinct company || ' ' || substr(words, i, 2) from generate_series(1, greatest(length(words) - 1, 1)) i, unnest(companies) company)
$$;
create index board_row_letters on board_row using gin (own_pairs(array[seller_id, buyer_id], search_key));
alter table board_row enable row level security;
create policy tenant on board_row for select using (case when app_company() in (seller_id, buyer_id) then true else false end);
revoke all on board_row from koba_app;
grant select on board_row to koba_app;

-- The keys of one's own cards on the board that hold a word, or are with one of these partners; so many at most.
create function search_board(wanted text, partners text[], most integer) returns setof bigint
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if length(wanted) < 2 then
    return query select b.key from board_row b where app_company() in (b.seller_id, b.buyer_id)
      and (position(wanted in b.search_key) > 0 or b.seller_id = any(partners) or b.buyer_id = any(partners)) limit most;
  else
    return query select b.key from board_row b
      where own_pairs(array[b.seller_id, b.buyer_id], b.search_key) @> own_pairs(array[app_company()], wanted)
        and app_company() in (b.seller_id, b.buyer_id) and position(wanted in b.search_key) > 0
      union select b.key from board_row b where cardinality(partners) > 0 and b.seller_id = app_company() and b.buyer_id = any(partners)
      union select b.key from board_row b where cardinality(partners) > 0 and b.buyer_id = app_company() and b.seller_id = any(partners) limit most;
  end if;
end $$;
revoke execute on function search_board(text, text[], integer) from public;
grant execute on function search_board(text, text[], integer) to koba_app;

do $$
declare
  names text := 'key, seller_id, buyer_id, group_id, subgroup_id, order_unit, num_items, is_urgent, delivery_date, group_update_time, task_type, '
    'is_billing_target, product_id, name, drawing_no, search_key';
  copied text := (select string_agg(format('%1$s = excluded.%1$s', trim(name)), ', ') from unnest(string_to_array(names, ',')) name);
  change record;
begin
  for change in select * from (values ('insert', 'new table as come', ''),
    ('update', 'new table as come', 'delete from board_row b using come c where b.key = c.key and c.group_id = 99;')) ways (way, tables, first)
  loop
    execute format($f$
      create function board_%1$s() returns trigger language plpgsql security definer set search_path = public, pg_temp as $body$
      begin
        %3$s
        insert into board_row (%4$s) select %4$s from come where group_id <> 99 on conflict (key) do update set %5$s;
        return null;
      end $body$;
      create trigger board_%1$s after %1$s on card referencing %2$s for each statement execute function board_%1$s();
      revoke execute on function board_%1$s() from public;$f$, change.way, change.tables, change.first, names, copied);
  end loop;
  execute format('insert into board_row (%1$s) select %1$s from card where group_id <> 99', names);
  execute format($f$
    create function check_board() returns table (rule text, detail text)
    language sql stable security definer set search_path = public, pg_temp as $body$
      -- (4) The board's rows are its cards.
      select '4 board rows', format('card %%s', coalesce(b.key, c.key))
      from (select %1$s from board_row) b full join (select %1$s from card where group_id <> 99) c on c.key = b.key
      where to_jsonb(b) is distinct from to_jsonb(c)
    $body$;$f$, names);
end $$;

alter function check_invariants() rename to check_before_board;
create function check_invariants() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select * from check_before_board() union all select * from check_board()
$$;
revoke execute on function check_before_board(), check_board(), check_invariants() from public;
grant execute on function check_invariants() to koba_app;
