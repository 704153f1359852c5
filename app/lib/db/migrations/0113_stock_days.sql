-- 入庫履歴 goes by the day on which something moved, the latest first.
create index stock_move_days on stock_move (seller_id, effective_date desc, key desc);
create index stock_move_owner on stock_move (buyer_id, effective_date desc, key desc);
