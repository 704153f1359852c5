-- A line of a file carries out payments of 買掛 and nothing else; one payment stands in one file that is not given up.
alter table transfer_payment add column payout_key bigint references payout;
update transfer_payment x set payout_key = p.key from payout p where x.payment = 'payout ' || p.key and p.company_id = x.company_id;
delete from transfer_payment where payout_key is null;
alter table transfer_payment alter column payout_key set not null;
drop index transfer_payment_once;
create unique index transfer_payment_once on transfer_payment (payout_key) where is_live;
create index transfer_payment_payout on transfer_payment (payout_key);

create or replace function check_transfers() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  -- (6) A file's count and total are those of its rows.
  select '6 transfers', format('file %s', f.key)
  from transfer_file f left join (select file_key, count(*) as num, sum(amount) as total from transfer_row group by 1) r on r.file_key = f.key
  where (f.num_rows, f.total) is distinct from (r.num, r.total)
  union all
  select '6 transfers', format('row %s of file %s', r.row_no, r.file_key)
  from transfer_row r join transfer_file f on f.key = r.file_key where r.company_id <> f.company_id
  union all
  -- (6) A payment stands in a file exactly as long as the file does.
  select '6 transfers', format('payout %s of file %s', p.payout_key, p.file_key)
  from transfer_payment p join transfer_file f on f.key = p.file_key
  where p.company_id <> f.company_id or p.is_live <> (f.voided_time is null)
  union all
  -- (6) Σ file = Σ payments: a row is as much as leaves the account for the payments that it carries out.
  select '6 transfers', format('row %s of file %s: payments %s', r.row_no, r.file_key, x.sent)
  from transfer_row r join (
    select t.file_key, t.row_no, sum(p.amount - p.fee) as sent, bool_and(p.kind = 'transfer') as is_transfer,
      min(p.company_id) as company_id, min(p.partner_id) as first, max(p.partner_id) as last
    from transfer_payment t join payout p on p.key = t.payout_key group by 1, 2) x using (file_key, row_no)
  where x.sent <> r.amount or not x.is_transfer or (x.company_id, x.first, x.last) <> (r.company_id, r.partner_id, r.partner_id)
  union all
  select '6 transfers', format('take %s', t.key)
  from transfer_take t join transfer_file f on f.key = t.file_key where t.company_id <> f.company_id
$$;
alter table transfer_payment drop column payment;
