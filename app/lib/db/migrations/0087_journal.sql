-- 仕訳: how a company's bookkeeping names things, what was exported, and which entries that held.
create table journal_rule (
  company_id text primary key references factory,
  product text not null check (product in ('yayoi', 'freee', 'moneyforward')),
  bookkeeping text not null check (bookkeeping in ('included', 'excluded')),
  sub_rule text not null check (sub_rule in ('partner', 'sub', 'none')),
  fee_rule text not null check (fee_rule in ('discount', 'return', 'purchase')),
  bank text not null,
  accounts jsonb not null,
  tax_names jsonb not null,
  version integer not null default 1
);
-- The file as it was given out; asked for again, it is the same.
create table journal_export (
  key bigint generated always as identity primary key,
  company_id text not null references factory,
  product text not null check (product in ('yayoi', 'freee', 'moneyforward')),
  from_date date not null,
  to_date date not null,
  exported_time timestamptz not null,
  exported_by text not null,
  num_entries integer not null check (num_entries > 0),
  num_rows integer not null,
  num_late integer not null,
  total bigint not null,
  first_no bigint not null,
  last_no bigint not null,
  content text not null,
  check (from_date <= to_date and last_no - first_no + 1 = num_entries)
);
create index journal_export_company on journal_export (company_id, product, key desc);
-- `source` names what the entry was made of (a 請求書, its cancelling, a receipt, a 消込): it is given out once for each product.
create table journal_entry (
  company_id text not null references factory,
  product text not null,
  source text not null,
  no bigint not null,
  export_key bigint not null references journal_export,
  entry_date date not null,
  amount bigint not null,
  primary key (company_id, product, source),
  unique (company_id, product, no)
);
do $$
declare name text;
begin
  foreach name in array array['journal_rule', 'journal_export', 'journal_entry'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy own on %I using (company_id = app_company()) with check (company_id = app_company())', name);
  end loop;
end $$;
revoke delete, truncate on journal_rule from koba_app;
revoke update, delete, truncate on journal_export, journal_entry from koba_app;

-- (2) Slip numbers are given in order, each once, and an export is its entries.
create function check_journal() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select '2 journal exports', format('export %s of %s: %s entries, %s of them there, %s yen, %s', x.key, x.company_id, x.num_entries, e.num, x.total, e.total)
  from journal_export x cross join lateral (select count(*) as num, coalesce(sum(amount), 0) as total, min(no) as low, max(no) as high
    from journal_entry where export_key = x.key and company_id = x.company_id and product = x.product) e
  where (e.num, e.total, e.low, e.high) is distinct from (x.num_entries::bigint, x.total::numeric, x.first_no, x.last_no)
  union all
  select '2 journal numbers', format('%s %s: %s entries, last %s', company_id, product, count(*), max(no))
  from journal_entry group by company_id, product having count(*) <> max(no)
$$;
alter function check_invariants() rename to check_before_journal;
create function check_invariants() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select * from check_before_journal() union all select * from check_journal()
$$;
revoke execute on function check_before_journal(), check_journal(), check_invariants() from public;
grant execute on function check_invariants() to koba_app;
