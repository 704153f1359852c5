-- Accounts and companies get a number of their own: for addresses (/users/12) and as the subject of the log.
alter table member add column id bigint generated always as identity;
create unique index member_id on member (id);
alter table factory add column key bigint generated always as identity;
create unique index factory_key on factory (key);
alter table destination add column update_time timestamptz not null default now();

-- Staff of the provider have no company to reach their own row by.
create policy self on member for update using (username = app_username()) with check (username = app_username());

alter table activity drop constraint activity_subject_check;
alter table activity add constraint activity_subject_check
  check (subject in ('card', 'order', 'delivery', 'invoice', 'payment', 'member', 'factory', 'destination'));
-- What a company did to its own accounts and masters is its own alone.
alter table activity add constraint activity_own check (subject not in ('member', 'factory', 'destination') or seller_id = buyer_id);

-- Staff of the provider acting for a company: the row is the right to do so and the company's record of it.
create table acting (
  key bigint generated always as identity primary key,
  username text not null references member,
  actor_name text not null,
  company_id text not null references factory,
  mode text not null check (mode in ('read', 'write')),
  reason text not null check (reason in ('inquiry', 'setup', 'survey')),
  note text,
  started_time timestamptz not null,
  until_time timestamptz not null,
  is_extended boolean not null default false,
  ended_time timestamptz
);
create index acting_company on acting (company_id, key desc);
create index acting_username on acting (username, key desc);

create table acting_write (
  key bigint generated always as identity primary key,
  acting_key bigint not null references acting,
  company_id text not null references factory,
  at timestamptz not null,
  summary text not null,
  method text not null,
  path text not null
);
create index acting_write_company on acting_write (company_id, acting_key);

alter table acting enable row level security;
alter table acting_write enable row level security;
create policy staff on acting using (app_operator()) with check (app_operator());
create policy seen on acting for select using (company_id = app_company());
create policy staff on acting_write for select using (app_operator());
create policy own on acting_write using (company_id = app_company()) with check (company_id = app_company());
revoke update, delete, truncate on acting, acting_write from koba_app;
grant update (until_time, is_extended, ended_time) on acting to koba_app;

-- How busy a company is, for staff who look for it: a number and nothing else.
create function cards_in_progress(company text) returns bigint language sql stable security definer set search_path = public, pg_temp as $$
  select case when app_operator() then (select count(*) from card where company in (seller_id, buyer_id) and group_id <> 99) end
$$;
revoke execute on function cards_in_progress(text) from public;
grant execute on function cards_in_progress(text) to koba_app;
