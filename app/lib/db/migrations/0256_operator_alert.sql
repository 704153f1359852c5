-- What the operator of the server has been told by mail and is not over yet. It belongs to no company.
create table operator_alert (
  matter text primary key check (length(matter) between 1 and 300),
  text text not null,
  began_time timestamptz not null,
  seen_time timestamptz not null
);
alter table operator_alert enable row level security;
create policy staff on operator_alert using (app_operator()) with check (app_operator());
revoke truncate on operator_alert from koba_app;
