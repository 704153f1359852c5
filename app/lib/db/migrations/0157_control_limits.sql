-- 管理限界 that somebody has frozen (decision 084): rows are only added, the last of a strand counts, and one without days says 解除.
create table control_limit (
  key bigint generated always as identity primary key,
  seller_id text not null references factory,
  item_id bigint not null references record_item,
  product_id bigint not null,
  group_id integer not null,
  revision text not null,
  seq integer not null check (seq > 0),
  act text not null check (act in ('freeze', 'release', 'undo')),
  from_day date,
  to_day date,
  n integer check (n >= 25),
  mean numeric(15,3),
  lcl numeric(15,3),
  ucl numeric(15,3),
  reason text not null,
  set_by text not null,
  set_time timestamptz not null,
  unique (seller_id, item_id, product_id, group_id, revision, seq),
  check (num_nulls(from_day, to_day, n, mean, lcl, ucl) in (0, 6)),
  check (act <> 'freeze' or from_day is not null),
  check (act <> 'release' or from_day is null),
  check (from_day <= to_day and lcl <= mean and mean <= ucl)
);
alter table control_limit enable row level security;
create policy tenant on control_limit using (case when seller_id = app_company() then true else false end) with check (seller_id = app_company());
revoke update, delete, truncate on control_limit from koba_app;
