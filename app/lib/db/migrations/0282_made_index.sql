-- 標準時間 is set against 機械時間 too (0281): the index that it is read from alone (0279) holds it.
drop index bi_tally_made;
create index bi_tally_made on bi_tally (seller_id, day, group_id, product_id, worker_id, order_unit)
  include (num_works, minutes, machine_minutes, num_good, num_partial, reader_id) where cube = 0 and is_month;
