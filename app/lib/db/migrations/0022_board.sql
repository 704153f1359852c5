-- The board's other looks: cards left half done, the cards of a lane, and a column in the order in which its cards came.
create index card_partial on card (seller_id, key) where group_id <> 99 and num_partial > 0;
create index card_lane on card (seller_id, group_id, subgroup_id, (not is_urgent), (coalesce(delivery_date, 'infinity'::date)), group_update_time, key)
  where group_id <> 99 and subgroup_id is not null;
create index card_came on card (seller_id, group_id, group_update_time, key) where group_id <> 99;
