-- Pieces beyond those ordered have used parts, too, shipped or not: to take a shipment back gives none of them back.
create or replace function card_made(c card) returns numeric language sql stable set search_path = public, pg_temp as $$
  select case when done = 0 then 0
    when c.shipped_time is null then greatest(least(done, greatest(c.num_items, done) - card_from_stock(c)), 0)
    else greatest(done - card_from_stock(c), 0) end
  from card_done(c) done
$$;
