-- Whether Enter alone sends, as each person likes it, on whatever device.
create table chat_enter (
  username text not null,
  -- '' for staff, who are of no company.
  company_id text not null,
  is_on boolean not null,
  update_time timestamptz not null,
  primary key (username, company_id)
);
alter table chat_enter enable row level security;
create policy own on chat_enter using (company_id = coalesce(app_company(), '') and username = app_username())
  with check (company_id = coalesce(app_company(), '') and username = app_username());
revoke delete, truncate on chat_enter from koba_app;
