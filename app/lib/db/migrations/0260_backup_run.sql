-- Each backup that was tried, by schedule or by hand. It belongs to no company: staff of the provider read it.
create table backup_run (
  key bigint generated always as identity primary key,
  -- The Tokyo day whose turn it was; null for one made by hand.
  day date unique,
  began_time timestamptz not null,
  ended_time timestamptz,
  name text,
  place text not null,
  num_bytes bigint check (num_bytes >= 0),
  num_rows bigint check (num_rows >= 0),
  num_files integer check (num_files >= 0),
  made_ms integer check (made_ms >= 0),
  -- How long restoring it into a scratch database took; null where that was not done.
  checked_ms integer check (checked_ms >= 0),
  -- Why it failed.
  problem text
);
alter table backup_run enable row level security;
create policy staff on backup_run using (app_operator()) with check (app_operator());
revoke delete, truncate on backup_run from koba_app;
