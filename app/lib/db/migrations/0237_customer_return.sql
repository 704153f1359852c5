-- 返品: what comes back of an 出庫, at the value with which it went.
alter table stock_move add column returns bigint references stock_move,
  add constraint stock_move_returns check (returns is null or (kind = 'adjust' and num > 0));
create index stock_move_returns on stock_move (returns) where returns is not null;
