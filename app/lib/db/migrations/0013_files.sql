-- Files that people send: drawings, photos, logos. The rows are here, the bytes in a folder or a bucket.

create table file (
  key text primary key check (key ~ '^[A-Za-z0-9_-]{22}$'),
  id bigint generated always as identity unique,
  company_id text not null references factory,
  partner_id text references factory,
  seller_id text not null references factory,
  buyer_id text not null references factory,
  owner_kind text not null check (owner_kind in ('card', 'defect', 'product', 'chat', 'logo', 'seal', 'record')),
  owner_key text not null,
  blob text not null,
  name text not null,
  media_type text not null,
  size integer not null check (size >= 0),
  width integer,
  height integer,
  has_thumb boolean not null default false,
  kind text not null check (kind in ('drawing', 'photo')),
  revision text,
  is_latest boolean not null default false,
  is_inner boolean not null default false,
  created_by text not null,
  created_time timestamptz not null,
  deleted_time timestamptz,
  version integer not null default 1,
  check (company_id in (seller_id, buyer_id)),
  check (partner_id is null or (partner_id in (seller_id, buyer_id) and partner_id <> company_id))
);
create index file_owner on file (owner_kind, owner_key, id) where deleted_time is null;
create index file_blob on file (blob);

create table file_pending (
  blob text primary key,
  company_id text not null,
  made_time timestamptz not null
);
create index file_pending_time on file_pending (made_time);

alter table file enable row level security;
create policy own on file using (company_id = app_company()) with check (company_id = app_company());
create policy seen on file for select using (case when partner_id = app_company() then not is_inner else false end);
-- A company's logo and seal stand on its documents, which its partners read.
create policy printed on file for select using (case when owner_kind in ('logo', 'seal') then exists (select 1 from collaboration c
  where (c.seller_id = file.company_id and c.buyer_id = app_company()) or (c.buyer_id = file.company_id and c.seller_id = app_company())) else false end);
revoke update, delete, truncate on file from koba_app;
grant update (kind, revision, is_latest, is_inner, deleted_time, version) on file to koba_app;

alter table file_pending enable row level security;
create policy own on file_pending using (app_operator() or company_id = app_company()) with check (company_id = app_company());

-- The log tells of files too, under whatever subjects it has by now.
do $$
declare said text;
begin
  select pg_get_constraintdef(oid) into said from pg_constraint where conname = 'activity_subject_check';
  alter table activity drop constraint activity_subject_check;
  execute 'alter table activity add constraint activity_subject_check ' || replace(said, 'ARRAY[', 'ARRAY[''file''::text, ');
end $$;

alter function check_invariants() rename to check_before_files;

create function check_files() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  -- (6) A card's file is between the two companies of the card.
  select '6 files', format('file %s of card %s', f.id, f.owner_key)
  from file f left join card c on c.key = f.owner_key::bigint
  where f.owner_kind = 'card' and (c.key is null or (c.seller_id, c.buyer_id) <> (f.seller_id, f.buyer_id))
  union all
  select '6 files', format('file %s of defect %s', f.id, f.owner_key)
  from file f left join defect d on d.key = f.owner_key::bigint
  where f.owner_kind = 'defect' and (d.key is null or d.seller_id <> f.company_id or f.partner_id is not null)
  union all
  -- (7) Every change of a file has its entry.
  select '7 log', format('file %s: version %s, %s entries', f.id, f.version, count(a.key))
  from file f left join activity a on a.subject = 'file' and a.subject_key = f.id
  where f.owner_kind <> 'chat' group by f.id, f.version having count(a.key) <> f.version
  union all
  -- What is kept is no longer on its way.
  select 'files pending', format('blob of file %s', f.id) from file f join file_pending p on p.blob = f.blob
$$;

create function check_invariants() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select * from check_before_files() union all select * from check_files()
$$;
revoke execute on function check_before_files(), check_files(), check_invariants() from public;
grant execute on function check_invariants() to koba_app;
