-- Of what is counted, what stands at 出荷待ち: 引当 goods are counted beside the shelf, and both numbers make the count.
alter table stocktake_count add column num_ready numeric(15,3) check (num_ready between 0 and num);
alter table stocktake_row add column counted_ready numeric(15,3) check (counted_ready between 0 and counted);
-- A sheet that was thrown away comes back as it was.
alter table stocktake
  add column discarded_from text check (discarded_from in ('draft', 'open', 'undone')),
  add column discarded_time timestamptz,
  add column discarded_by text;
