-- 入荷予定 of a stock is told with the first day on which some of it is due, to its buyer too, who sees no card of the factory's stock.
create function arriving_dates(ids bigint[]) returns table (product_id bigint, day date)
language sql stable security definer set search_path = public, pg_temp as $$
  select e.product_id, min(c.delivery_date)
  from stock_expected e join card c on c.key = e.card_key join product p on p.product_id = e.product_id
  where e.product_id = any (ids) and e.kind = 'arriving' and app_company() in (p.seller_id, p.buyer_id)
  group by e.product_id
$$;
revoke all on function arriving_dates(bigint[]) from public;
grant execute on function arriving_dates(bigint[]) to koba_app;
