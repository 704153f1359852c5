-- 時間単価 of a process, in yen an hour. Apart from the process, which partners read: what an hour costs is the factory's own.
create table process_rate (
  company_id text not null,
  group_id integer not null,
  hourly_rate integer not null check (hourly_rate between 0 and 999999),
  primary key (company_id, group_id),
  foreign key (company_id, group_id) references process (company_id, group_id)
);
alter table process_rate enable row level security;
create policy own on process_rate using (company_id = app_company());
grant select, insert, update, delete on process_rate to koba_app;
