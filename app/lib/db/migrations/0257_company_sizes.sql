-- How much each company has here, for whoever runs the server: figures alone, of rows that no operator may read.
create function company_sizes() returns table (id text, name text, company_type text, is_active boolean, users bigint, cards bigint,
  orders bigint, papers bigint, messages bigint, files bigint, file_bytes bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  with user_count as (select m.company_id as of, count(*) filter (where m.is_active) as num from member m group by 1),
    card_count as (select c.seller_id as of, count(*) as num from card c group by 1),
    order_count as (select o.buyer_id as of, count(*) as num from orders o group by 1),
    paper_count as (select p.of, count(*) as num from (select seller_id as of from delivery union all select seller_id from invoice) p group by 1),
    message_count as (select p.of, count(*) as num
      from message m cross join lateral (values (m.seller_id), (m.buyer_id)) as p (of) group by 1),
    file_count as (select f.company_id as of, count(*) as num, sum(f.size::bigint) as bytes from file f group by 1)
  select f.id, f.name, f.company_type, f.is_active, coalesce(u.num, 0), coalesce(c.num, 0), coalesce(o.num, 0), coalesce(p.num, 0),
    coalesce(m.num, 0), coalesce(b.num, 0), coalesce(b.bytes, 0)::bigint
  from factory f left join user_count u on u.of = f.id left join card_count c on c.of = f.id left join order_count o on o.of = f.id
    left join paper_count p on p.of = f.id left join message_count m on m.of = f.id left join file_count b on b.of = f.id
  where app_operator()
$$;
revoke execute on function company_sizes() from public;
grant execute on function company_sizes() to koba_app;
