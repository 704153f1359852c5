-- Who is asking: set inside each transaction by the app; without a setting there is no company and no row.
do $$
begin
  if not exists (select from pg_roles where rolname = 'koba_app') then
    create role koba_app login nosuperuser nobypassrls nocreatedb nocreaterole;
  end if;
end
$$;

create function app_company() returns text language sql stable parallel safe
  return nullif(current_setting('app.company', true), '');

create function app_username() returns text language sql stable parallel safe
  return nullif(current_setting('app.username', true), '');

create function app_operator() returns boolean language sql stable parallel safe
  return coalesce(current_setting('app.operator', true) = 'on', false);

-- For tables that only grow: create trigger ... before update or delete on ... for each statement execute function append_only();
create function append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append only', tg_table_name using errcode = 'restrict_violation';
end
$$;

-- Later migrations only take away what a table must not allow.
revoke create on schema public from public;
grant usage on schema public to koba_app;
grant select on schema_migration to koba_app;
alter default privileges in schema public grant select, insert, update, delete on tables to koba_app;
alter default privileges in schema public grant usage, select on sequences to koba_app;
