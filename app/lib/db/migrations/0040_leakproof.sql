-- Under row-level security an index answers only what cannot leak: a case does, coalesce does not. So that what is late and what follows
-- a cursor are found by the index, and not by reading the column up to there. Counting is the tallies' now: nothing is included for it.
drop index card_board, card_board_buyer, card_lane;
create index card_board on card
  (seller_id, group_id, (not is_urgent), (case when delivery_date is null then 'infinity'::date else delivery_date end), group_update_time, key)
  where group_id <> 99;
create index card_board_buyer on card
  (buyer_id, seller_id, group_id, (not is_urgent), (case when delivery_date is null then 'infinity'::date else delivery_date end), group_update_time, key)
  where group_id <> 99;
create index card_lane on card
  (seller_id, group_id, subgroup_id, (not is_urgent), (case when delivery_date is null then 'infinity'::date else delivery_date end), group_update_time, key)
  where group_id <> 99 and subgroup_id is not null;

-- Numbers compare with a leak, too: the cards of one's own that are counted half done are found by the owner, who says whose.
create function half_done() returns table (key bigint, group_id integer)
language sql stable security definer set search_path = public, pg_temp as $$
  select c.key, c.group_id from card c where c.seller_id = app_company() and c.group_id <> 99 and c.num_partial > 0
$$;
revoke execute on function half_done() from public;
grant execute on function half_done() to koba_app;
