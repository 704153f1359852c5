-- A file of rows on its way in: staged as it was read, checked, then saved in one transaction. Rows go when the import expires.
create table import (
  key bigint generated always as identity primary key,
  company_id text not null references factory,
  username text not null,
  noun text not null,
  file_name text not null,
  file_hash text not null,
  encoding text not null check (encoding in ('utf-8', 'utf-16', 'shift_jis')),
  columns jsonb not null,
  state text not null default 'reading' check (state in ('reading', 'checking', 'checked', 'saving', 'saved', 'failed', 'stopped')),
  num_rows integer not null default 0,
  num_done integer not null default 0,
  num_new integer not null default 0,
  num_changed integer not null default 0,
  num_same integer not null default 0,
  num_wrong integer not null default 0,
  only_good boolean not null default false,
  problem text,
  who jsonb not null,
  created_time timestamptz not null,
  update_time timestamptz not null,
  expires_time timestamptz not null
);
create index import_company on import (company_id, noun, key desc);
create index import_waiting on import (key) where state in ('checking', 'saving');
create index import_expires on import (expires_time);

create table import_row (
  import_key bigint not null references import on delete cascade,
  line integer not null,
  company_id text not null,
  cells jsonb not null,
  state text check (state in ('new', 'changed', 'same', 'wrong')),
  value jsonb,
  shown jsonb,
  before jsonb,
  errors jsonb,
  note text,
  mark text,
  primary key (import_key, line)
);
create index import_row_wrong on import_row (import_key, line) where state = 'wrong';
create index import_row_mark on import_row (import_key, mark) where mark is not null;

alter table import enable row level security;
alter table import_row enable row level security;
create policy own on import using (app_operator() or company_id = app_company()) with check (app_operator() or company_id = app_company());
create policy own on import_row using (app_operator() or company_id = app_company()) with check (company_id = app_company());

-- A run of numbers at once, for rows that are made together; the last of them is answered.
create function next_numbers(company text, kind_of text, num integer) returns bigint language plpgsql security definer set search_path = public as $$
declare taken bigint;
begin
  if company is distinct from app_company() or num < 1 then
    raise exception 'not a company of yours';
  end if;
  insert into counter (company_id, kind, value) values (company, kind_of, case when kind_of = 'card' then 1000 else 0 end + num)
  on conflict (company_id, kind) do update set value = counter.value + num returning value into taken;
  return taken;
end $$;
revoke all on function next_numbers(text, text, integer) from public;
grant execute on function next_numbers(text, text, integer) to koba_app;

-- The same order typed twice is found by its number.
create index card_order_id on card (seller_id, order_id) where order_id is not null;
