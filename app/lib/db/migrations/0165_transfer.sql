-- 総合振込. What an own account needs to be paid from; the others stay as they are.
alter table bank_account
  add column consignor_code text check (consignor_code ~ '^[0-9]{10}$'),
  add column consignor_name text,
  add column bank_kana text,
  add column branch_kana text,
  add column line_end text not null default 'crlf' check (line_end in ('crlf', 'none')),
  add column version integer not null default 1,
  add constraint bank_account_company_key unique (company_id, key),
  add constraint bank_account_paying check (num_nulls(consignor_code, consignor_name, bank_kana, branch_kana) in (0, 4));
grant update (consignor_code, consignor_name, bank_kana, branch_kana, line_end, version) on bank_account to koba_app;

-- To which account a partner is paid. The account itself is sealed with the secret of the application.
create table payee (
  key bigint generated always as identity primary key,
  company_id text not null references factory,
  partner_id text not null references factory,
  sealed text not null,
  -- 0 as it was first entered; one more for each other account.
  change integer not null default 0 check (change >= 0),
  changed_time timestamptz not null,
  changed_by text not null,
  changed_name text not null,
  -- A second look at an account that was changed.
  confirmed_time timestamptz,
  confirmed_by text,
  confirmed_name text,
  version integer not null default 1,
  unique (company_id, partner_id),
  check (num_nulls(confirmed_time, confirmed_by, confirmed_name) in (0, 3)),
  check (partner_id <> company_id)
);

-- A file for the bank, as it was made.
create table transfer_file (
  key bigint generated always as identity primary key,
  company_id text not null references factory,
  account_key bigint not null,
  account text not null,
  pay_date date not null,
  num_rows integer not null check (num_rows > 0),
  total bigint not null check (total > 0),
  -- Of what is asked for, so that the same is not made twice.
  content_mark text not null,
  sealed text not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  made_time timestamptz not null,
  made_by text not null,
  made_name text not null,
  voided_time timestamptz,
  voided_name text,
  void_reason text,
  version integer not null default 1,
  foreign key (company_id, account_key) references bank_account (company_id, key),
  check (num_nulls(voided_time, voided_name, void_reason) in (0, 3))
);
create index transfer_file_company on transfer_file (company_id, key desc);
create unique index transfer_file_once on transfer_file (company_id, content_mark) where voided_time is null;

create table transfer_row (
  file_key bigint not null references transfer_file,
  row_no integer not null check (row_no > 0),
  company_id text not null,
  partner_id text not null references factory,
  -- As it was paid to, masked.
  account text not null,
  payee_name text not null,
  payee_change integer not null,
  amount bigint not null check (amount > 0),
  primary key (file_key, row_no)
);
create index transfer_row_partner on transfer_row (company_id, partner_id, file_key desc);

-- Which payments a row of a file carries out: each in one file that stands.
create table transfer_payment (
  key bigint generated always as identity primary key,
  company_id text not null,
  file_key bigint not null,
  row_no integer not null,
  payment text not null,
  is_live boolean not null default true,
  foreign key (file_key, row_no) references transfer_row
);
create unique index transfer_payment_once on transfer_payment (company_id, payment) where is_live;
create index transfer_payment_row on transfer_payment (file_key, row_no);

-- Who took a file to the bank; from the second time on it is 再作成.
create table transfer_take (
  key bigint generated always as identity primary key,
  company_id text not null,
  file_key bigint not null references transfer_file,
  number integer not null check (number > 0),
  taken_time timestamptz not null,
  taken_by text not null,
  taken_name text not null,
  unique (file_key, number)
);

do $$
declare
  name text;
begin
  foreach name in array array['payee', 'transfer_file', 'transfer_row', 'transfer_payment', 'transfer_take'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy own on %I using (company_id = app_company()) with check (company_id = app_company())', name);
    execute format('revoke update, delete, truncate on %I from koba_app', name);
  end loop;
end $$;
grant update (sealed, change, changed_time, changed_by, changed_name, confirmed_time, confirmed_by, confirmed_name, version) on payee to koba_app;
grant update (voided_time, voided_name, void_reason, version) on transfer_file to koba_app;
grant update (is_live) on transfer_payment to koba_app;

alter function check_invariants() rename to check_before_transfers;
create function check_transfers() returns table (rule text, detail text)
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
  select '6 transfers', format('payment %s of file %s', p.payment, p.file_key)
  from transfer_payment p join transfer_file f on f.key = p.file_key
  where p.company_id <> f.company_id or p.is_live <> (f.voided_time is null)
  union all
  select '6 transfers', format('take %s', t.key)
  from transfer_take t join transfer_file f on f.key = t.file_key where t.company_id <> f.company_id
$$;
create function check_invariants() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select * from check_before_transfers() union all select * from check_transfers()
$$;
revoke execute on function check_before_transfers(), check_transfers(), check_invariants() from public;
grant execute on function check_invariants() to koba_app;
