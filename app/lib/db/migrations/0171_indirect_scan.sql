-- 間接作業 begun and ended on the scan page is kept on the device and sent once, as scans of cards are. It makes no card's version.
alter table scan drop constraint scan_act_check;
alter table scan add constraint scan_act_check
  check (act in ('start', 'resume', 'finish', 'pause', 'next', 'undo', 'indirect_start', 'indirect_stop'));
do $$
declare name text;
begin
  select conname into strict name from pg_constraint
    where conrelid = 'scan'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%card_key IS NOT NULL%';
  execute format('alter table scan drop constraint %I', name);
end
$$;
alter table scan add constraint scan_done
  check (state <> 'done' or act in ('indirect_start', 'indirect_stop') or (card_key is not null and version is not null));

create or replace function check_scans() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  -- (6) What was scanned belongs to the factory that scanned it.
  select '6 company crossing', format('scan %s of card %s', s.client_id, s.card_key)
  from scan s join card c on c.key = s.card_key where c.seller_id <> s.company_id
  union all
  select '6 company crossing', format('scan %s of worker %s', s.client_id, s.worker_id)
  from scan s join worker w on w.worker_id = s.worker_id where w.company_id <> s.company_id
  union all
  -- (4) A scan that was done has its entry in the card's log, or in that of 間接作業.
  select '4 scans', format('scan %s of card %s', s.client_id, s.card_key)
  from scan s where s.state = 'done' and s.act not in ('indirect_start', 'indirect_stop')
    and not exists (select 1 from activity a where a.subject = 'card' and a.subject_key = s.card_key and a.seq = s.version)
  union all
  select '4 scans', format('scan %s of 間接作業', s.client_id)
  from scan s where s.state = 'done' and s.act in ('indirect_start', 'indirect_stop')
    and not exists (select 1 from activity a join indirect_work w on w.key = a.subject_key
      where a.subject = 'indirect' and a.seller_id = s.company_id and a.at = s.happened_time and w.worker_id = s.worker_id
        and a.kind = case s.act when 'indirect_start' then 'started' else 'finished' end)
$$;
