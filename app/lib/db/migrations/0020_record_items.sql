-- 記録項目: what is measured or noted at a process (decision 24). What was recorded under an item keeps it: items are set aside, never deleted.
create table record_item (
  item_id bigint generated always as identity primary key,
  company_id text not null references factory,
  label text not null,
  kind text not null check (kind in ('number', 'choice', 'check', 'photo')),
  group_id integer,
  unit text,
  lower_limit numeric(15,3),
  upper_limit numeric(15,3),
  choices text[] not null default '{}',
  is_required boolean not null default false,
  sort integer not null default 0,
  is_active boolean not null default true,
  version integer not null default 1,
  foreign key (company_id, group_id) references process,
  check (lower_limit is null or upper_limit is null or lower_limit <= upper_limit),
  check (kind = 'number' or (lower_limit is null and upper_limit is null)),
  check ((kind = 'choice') = (cardinality(choices) > 0))
);
create index record_item_company on record_item (company_id, sort, item_id);
alter table record_item enable row level security;
create policy own on record_item using (company_id = app_company()) with check (company_id = app_company());
revoke delete, truncate on record_item from koba_app;

-- Numbers of a company only ever rise: given ones are never given again (decision 15).
create function raise_number(company text, kind_of text, next_value bigint) returns boolean language plpgsql security definer set search_path = public as $$
begin
  if company is distinct from app_company() then
    raise exception 'not a company of yours';
  end if;
  insert into counter (company_id, kind, value) values (company, kind_of, next_value - 1)
  on conflict (company_id, kind) do update set value = excluded.value where counter.value < excluded.value;
  return found;
end $$;
revoke all on function raise_number(text, text, bigint) from public;
grant execute on function raise_number(text, text, bigint) to koba_app;
