-- What the nightly check_invariants() has found, a row for each Tokyo day. It belongs to no company: staff of the provider read it.
create table promise_check (
  day date primary key,
  began_time timestamptz not null,
  ended_time timestamptz,
  num_broken integer not null default 0 check (num_broken >= 0),
  -- The first of them, as {"rule", "detail"}.
  broken jsonb not null default '[]'
);
alter table promise_check enable row level security;
create policy staff on promise_check using (app_operator()) with check (app_operator());
revoke delete, truncate on promise_check from koba_app;
