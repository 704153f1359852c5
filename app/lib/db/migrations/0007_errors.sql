-- What went wrong in people's browsers. Anybody signed in may write here: few rows a person, small ones, and only so many a minute.
create table error_report (
  company_id text not null,
  username text not null,
  fingerprint text not null,
  message text not null check (octet_length(message) <= 16384),
  stack text not null check (octet_length(stack) <= 16384),
  count integer not null,
  first_time timestamptz not null,
  last_time timestamptz not null,
  primary key (company_id, username, fingerprint)
);
create index error_report_last on error_report (company_id, username, last_time);

create table error_minute (
  company_id text not null,
  username text not null,
  minute timestamptz not null,
  count integer not null,
  primary key (company_id, username)
);

alter table error_report enable row level security;
alter table error_minute enable row level security;
create policy own on error_report using (app_operator() or company_id = coalesce(app_company(), ''))
  with check (company_id = coalesce(app_company(), ''));
create policy own on error_minute using (company_id = coalesce(app_company(), '')) with check (company_id = coalesce(app_company(), ''));
