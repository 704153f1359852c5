-- The board counts its columns from the index alone.
drop index card_board;
drop index card_board_buyer;
create index card_board on card (seller_id, group_id, (not is_urgent), (coalesce(delivery_date, 'infinity'::date)), group_update_time, key)
  include (buyer_id, order_unit, num_items, delivery_date, is_urgent) where group_id <> 99;
create index card_board_buyer on card (buyer_id, seller_id, group_id, (not is_urgent), (coalesce(delivery_date, 'infinity'::date)), group_update_time, key)
  include (order_unit, num_items, delivery_date, is_urgent) where group_id <> 99;
