-- 更新履歴 of one 種類 reads its own entries alone, however many others there are (bi/history).
create index activity_seller_group on activity (seller_id, (case when subject = 'card' then case
  when kind in ('moved', 'placed', 'outsourced', 'received', 'taken_back') then 'move'
  when kind in ('started', 'paused', 'resumed', 'stopped') then 'start'
  when kind in ('finished', 'corrected', 'measured') then 'finish'
  when kind in ('counted', 'defect', 'treated', 'untreated') then 'count'
  when kind in ('divided', 'merged', 'absorbed', 'scaled', 'unmerged', 'released') then 'divide'
  when kind in ('shipped', 'unshipped') then 'ship' else 'edit' end
  when subject in ('delivery', 'invoice', 'payment') then 'document'
  when subject in ('product', 'collaboration', 'contact', 'destination', 'member', 'factory') then 'master' else 'edit' end), at desc, key desc);
create index activity_buyer_group on activity (buyer_id, (case when subject = 'card' then case
  when kind in ('moved', 'placed', 'outsourced', 'received', 'taken_back') then 'move'
  when kind in ('started', 'paused', 'resumed', 'stopped') then 'start'
  when kind in ('finished', 'corrected', 'measured') then 'finish'
  when kind in ('counted', 'defect', 'treated', 'untreated') then 'count'
  when kind in ('divided', 'merged', 'absorbed', 'scaled', 'unmerged', 'released') then 'divide'
  when kind in ('shipped', 'unshipped') then 'ship' else 'edit' end
  when subject in ('delivery', 'invoice', 'payment') then 'document'
  when subject in ('product', 'collaboration', 'contact', 'destination', 'member', 'factory') then 'master' else 'edit' end), at desc, key desc);
-- What was left open for more than a week is counted beside the figures of a year.
create index work_long on work (seller_id, work_end) where work_end - work_start > interval '7 days' and partner_id is null and not is_void;

-- A 実績 that counts again brings back what was recorded with it: another row of the chain, as rows are only added (decision 075).
alter table measurement drop constraint measurement_how_check;
alter table measurement add constraint measurement_how_check check (how in ('first', 'retest', 'corrected', 'void', 'restored'));
