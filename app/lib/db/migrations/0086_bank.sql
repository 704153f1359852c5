-- 銀行明細: own accounts, the files that came of them, each movement once however often it comes, and what became of it.
create table bank_account (
  key bigint generated always as identity primary key,
  company_id text not null references factory,
  bank_code text not null,
  bank_name text not null,
  branch_code text not null,
  branch_name text not null,
  kind text not null,
  number text not null,
  holder text not null,
  -- Which column of its CSV is what, where no bank that is known writes it so.
  profile jsonb,
  created_time timestamptz not null,
  check (number <> '')
);
create index bank_account_company on bank_account (company_id, key);

-- The bytes as they came, once for each file.
create table bank_content (
  company_id text not null references factory,
  sha256 text not null,
  content bytea not null,
  primary key (company_id, sha256)
);

-- One for each account of a file: `waiting` until somebody has said which account it is, or what its columns are.
create table bank_file (
  key bigint generated always as identity primary key,
  company_id text not null references factory,
  sha256 text not null,
  part integer not null check (part > 0),
  file_name text not null,
  account_key bigint references bank_account,
  format text,
  state text not null check (state in ('waiting', 'read')),
  from_date date,
  to_date date,
  opening bigint,
  closing bigint,
  num_rows integer not null default 0,
  num_new integer not null default 0,
  row_keys bigint[] not null default '{}',
  person text not null,
  uploaded_time timestamptz not null,
  foreign key (company_id, sha256) references bank_content,
  unique (company_id, sha256, part),
  check ((state = 'read') = (account_key is not null and format is not null))
);
create index bank_file_account on bank_file (company_id, uploaded_time);

create table bank_row (
  key bigint generated always as identity primary key,
  company_id text not null references factory,
  account_key bigint not null references bank_account,
  file_key bigint not null references bank_file,
  line_no integer not null,
  format text not null,
  row_date date not null,
  direction text not null check (direction in ('in', 'out')),
  amount bigint not null check (amount >= 0),
  payer_raw text,
  payer_kana text,
  payer_code text,
  edi text,
  summary text,
  tx_kind text,
  number text,
  balance bigint,
  doubt text check (doubt in ('negative', 'cancelled', 'missing', 'correction', 'twin')),
  -- The how manieth of its amount on its day.
  sequence integer not null check (sequence > 0),
  unique (account_key, row_date, direction, amount, sequence)
);
create index bank_row_company on bank_row (company_id, row_date, key);

-- A row is done while the receipt that it was registered as is not cancelled.
create table bank_link (
  key bigint generated always as identity primary key,
  company_id text not null references factory,
  row_key bigint not null references bank_row,
  payment_key bigint not null unique references payment,
  person text not null,
  linked_time timestamptz not null
);
create index bank_link_row on bank_link (row_key);

-- 対象外 and taking it back: the last one counts.
create table bank_mark (
  key bigint generated always as identity primary key,
  company_id text not null references factory,
  row_key bigint not null references bank_row,
  is_excluded boolean not null,
  reason text,
  person text not null,
  marked_time timestamptz not null,
  check (is_excluded = (reason is not null))
);
create index bank_mark_row on bank_mark (row_key, key);

-- Names under which partners have paid before.
create table bank_payer (
  key bigint generated always as identity primary key,
  company_id text not null references factory,
  buyer_id text not null,
  name text not null,
  payer_code text,
  person text not null,
  learned_time timestamptz not null,
  foreign key (company_id, buyer_id) references collaboration (seller_id, buyer_id),
  unique (company_id, buyer_id, name)
);

do $$
declare name text;
begin
  foreach name in array array['bank_account', 'bank_content', 'bank_file', 'bank_row', 'bank_link', 'bank_mark', 'bank_payer'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy own on %I using (company_id = app_company()) with check (company_id = app_company())', name);
    execute format('revoke update, delete, truncate on %I from koba_app', name);
  end loop;
end $$;
grant update (profile, bank_code, bank_name, branch_code, branch_name, kind, holder) on bank_account to koba_app;
grant update (account_key, format, state, from_date, to_date, opening, closing, num_rows, num_new, row_keys) on bank_file to koba_app;
-- A file that was never read may be put away.
grant delete on bank_file, bank_content, bank_payer to koba_app;

-- (6) A row is one company's with its account, file, receipt and marks; it is registered once, with the bank's amount.
create function check_bank() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select '6 company crossing', format('bank row %s', r.key)
  from bank_row r join bank_account a on a.key = r.account_key join bank_file f on f.key = r.file_key
  where (r.company_id, r.company_id, r.account_key) is distinct from (a.company_id, f.company_id, f.account_key)
  union all
  select '6 company crossing', format('bank link %s', l.key)
  from bank_link l join bank_row r on r.key = l.row_key join payment p on p.key = l.payment_key
  where (l.company_id, l.company_id) is distinct from (r.company_id, p.seller_id) or p.direction <> 'in'
  union all
  select '6 company crossing', format('bank mark %s', m.key)
  from bank_mark m join bank_row r on r.key = m.row_key where m.company_id <> r.company_id
  union all
  select '6 bank rows', format('row %s is registered %s times', l.row_key, count(*))
  from bank_link l join payment p on p.key = l.payment_key and p.cancelled_time is null group by l.row_key having count(*) > 1
  union all
  select '6 bank rows', format('row %s: %s came in, %s is registered', r.key, r.amount, x.amount)
  from bank_link l join bank_row r on r.key = l.row_key join payment p on p.key = l.payment_key and p.cancelled_time is null
    cross join lateral (
      select coalesce(sum(y.amount), 0) as amount from payment_line y
      where y.payment_key = p.key and y.kind in ('transfer', 'cash', 'check', 'bill', 'densai')) x
  where r.amount <> x.amount or r.direction <> 'in'
  union all
  select '6 bank rows', format('file %s holds a row of another account', f.key)
  from bank_file f cross join lateral unnest(f.row_keys) k left join bank_row r on r.key = k
  where r.account_key is distinct from f.account_key
$$;
alter function check_invariants() rename to check_before_bank;
create function check_invariants() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select * from check_before_bank() union all select * from check_bank()
$$;
revoke execute on function check_before_bank(), check_bank(), check_invariants() from public;
grant execute on function check_invariants() to koba_app;
