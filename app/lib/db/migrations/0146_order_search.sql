-- What 外注依頼書 are searched by: a row an order, its own words and then those of each of its lines, a line each. Kept by the database
-- itself; no word of an order that was sent changes, and lines only come. Nobody else writes it.

-- searchKey of text/fold.ts, and like it in letters: hiragana as katakana, one bar for all, the common kanji for its variant, no spaces.
do $$
declare
  letters text := (select string_agg(chr(n), '' order by n) from generate_series(x'3041'::int, x'309e'::int) n where n not between x'3097'::int and x'309c'::int);
  kana text := (select string_agg(chr(n), '' order by n) from generate_series(x'30a1'::int, x'30fe'::int) n where n not between x'30f7'::int and x'30fc'::int);
  bars text := 'ー‐‑‒–—―−';
  spaces text := E' \t\n\r' || chr(x'3099'::int) || chr(x'309a'::int)
    || (select string_agg(chr(n), '' order by n) from generate_series(x'fe00'::int, x'fe0f'::int) n)
    || (select string_agg(chr(n), '' order by n) from generate_series(x'e0100'::int, x'e01ef'::int) n);
begin
  execute format('create function fold_text(words text) returns text language sql immutable parallel safe as
    $f$ select translate(lower(normalize(words, nfkc)), %L, %L) $f$',
    letters || bars || '髙﨑嵜濱濵邊邉齋齊澤廣國櫻嶋惠眞德瀨鐵實榮龍與𠮷' || spaces,
    kana || repeat('-', length(bars)) || '高崎崎浜浜辺辺斎斉沢広国桜島恵真徳瀬鉄実栄竜与吉');
end $$;

create table order_text (
  order_key bigint primary key references orders,
  seller_id text not null,
  buyer_id text not null,
  search_key text not null
);
create index order_text_seller on order_text (seller_id);
create index order_text_buyer on order_text (buyer_id);
create index order_text_letters on order_text using gin (own_pairs(array[seller_id, buyer_id], search_key));
alter table order_text enable row level security;
create policy tenant on order_text for select using (case when app_company() in (seller_id, buyer_id) then true else false end);
revoke all on order_text from koba_app;
grant select on order_text to koba_app;

-- The keys of one's own orders whose text has these words as `pattern` says; so many at most.
create function search_orders(words text[], pattern text, most integer) returns setof bigint
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  pairs text[] := array(select distinct p from unnest(words) word, unnest(own_pairs(array[app_company()], word)) p where length(word) > 1);
begin
  if cardinality(pairs) = 0 then
    return query select t.order_key from order_text t where app_company() in (t.seller_id, t.buyer_id) and t.search_key ~ pattern limit most;
  else
    return query select t.order_key from order_text t where own_pairs(array[t.seller_id, t.buyer_id], t.search_key) @> pairs
      and app_company() in (t.seller_id, t.buyer_id) and t.search_key ~ pattern limit most;
  end if;
end $$;
revoke execute on function search_orders(text[], text, integer) from public;
grant execute on function search_orders(text[], text, integer) to koba_app;

do $$
declare
  head text := $f$fold_text(concat_ws(' ', o.order_id, o.seller ->> 'name', o.buyer ->> 'name'))$f$;
  texts text := $f$select l.order_key, string_agg(E'\n' || fold_text(concat_ws(' ', l.name, l.drawing_no)), '' order by l.line_no) as words
    from %s l group by l.order_key$f$;
begin
  execute format($f$
    create function order_words() returns trigger language plpgsql security definer set search_path = public, pg_temp as $body$
    begin
      insert into order_text as t (order_key, seller_id, buyer_id, search_key)
      select o.key, o.seller_id, o.buyer_id, %1$s || l.words from orders o join (%2$s) l on l.order_key = o.key
      on conflict (order_key) do update set search_key = t.search_key || substr(excluded.search_key, strpos(excluded.search_key, E'\n'));
      return null;
    end $body$;$f$, head, format(texts, 'come'));
  execute format($f$
    insert into order_text (order_key, seller_id, buyer_id, search_key)
    select o.key, o.seller_id, o.buyer_id, %s || l.words from orders o join (%s) l on l.order_key = o.key$f$, head, format(texts, 'order_line'));
  execute format($f$
    create function check_order_texts() returns table (rule text, detail text)
    language sql stable security definer set search_path = public, pg_temp as $body$
      -- (4) What orders are searched by is what they say.
      select '4 order texts', format('order %%s', coalesce(t.order_key, w.key))
      from order_text t full join (select o.key, o.seller_id, o.buyer_id, %s || l.words as words from orders o join (%s) l on l.order_key = o.key) w
        on w.key = t.order_key
      where (t.seller_id, t.buyer_id, t.search_key) is distinct from (w.seller_id, w.buyer_id, w.words)
    $body$;$f$, head, format(texts, 'order_line'));
end $$;
create trigger order_words after insert on order_line referencing new table as come for each statement execute function order_words();
revoke execute on function order_words() from public;

alter function check_invariants() rename to check_before_order_texts;
create function check_invariants() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select * from check_before_order_texts() union all select * from check_order_texts()
$$;
revoke execute on function check_before_order_texts(), check_order_texts(), check_invariants() from public;
grant execute on function check_invariants() to koba_app;
