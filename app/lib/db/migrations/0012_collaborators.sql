-- What two companies agreed beside the closing day. A company's own notes of the other side are in `contact`.
alter table collaboration
  add column key bigint generated always as identity,
  add column fee_bearer text not null default 'payer' check (fee_bearer in ('payer', 'payee')),
  add column toriteki text not null default 'unknown' check (toriteki in ('covered', 'exempt', 'unknown')),
  add column toriteki_judged_on date,
  add column toriteki_judged_by text,
  -- Who ended it: only they may take it up again.
  add column stopped_by text references factory;
create unique index collaboration_key on collaboration (key);

-- A company that a factory entered for a partner: it keeps the facts of it until somebody there has signed in.
alter table factory add column made_by text references factory;

create table contact (
  key bigint generated always as identity primary key,
  company_id text not null references factory,
  partner_id text not null references factory,
  code text,
  kana text,
  person text,
  tel text,
  email text,
  payee_kana text,
  honorific text not null default 'onchu' check (honorific in ('onchu', 'sama', 'none')),
  send_method text check (send_method in ('app', 'mail', 'post', 'fax', 'hand')),
  bank_accounts jsonb not null default '[]',
  capital bigint check (capital >= 0),
  employees text check (employees in ('to_100', 'to_300', 'over_300')),
  note text,
  update_time timestamptz not null default now(),
  version integer not null default 1,
  unique (company_id, partner_id),
  check (company_id <> partner_id)
);
create unique index contact_code on contact (company_id, code) where code is not null;
alter table contact enable row level security;
create policy own on contact using (company_id = app_company()) with check (company_id = app_company());
revoke delete, truncate on contact from koba_app;

-- A place is written by the company whose it is, or by a factory that delivers there, for its own eyes.
alter table destination add column owner_id text references factory, add column hours text;
update destination set owner_id = factory_id;
alter table destination alter column owner_id set not null;
create index destination_owner on destination (owner_id, factory_id);
drop policy seen on destination;
drop policy own on destination;
create policy seen on destination for select using (owner_id = app_company()
  or (owner_id = factory_id and exists (select 1 from collaboration c where c.seller_id = app_company() and c.buyer_id = destination.factory_id)));
create policy own on destination using (owner_id = app_company()) with check (owner_id = app_company()
  and (factory_id = owner_id or exists (select 1 from collaboration c where c.seller_id = app_company() and c.buyer_id = destination.factory_id)));

alter table activity drop constraint activity_subject_check;
alter table activity add constraint activity_subject_check check (subject ~ '^[a-z_]{1,30}$');
alter table activity add constraint activity_contact check (subject <> 'contact' or seller_id = buyer_id);

-- Whether anybody of a partner has ever signed in: until then the factory that entered it keeps its facts.
create function signed_in(company text) returns boolean language sql stable security definer set search_path = public, pg_temp as $$
  select case when app_operator() or company = app_company() or exists (
    select 1 from collaboration c where (c.seller_id, c.buyer_id) in ((app_company(), company), (company, app_company())))
  then exists (select 1 from member m left join pool.users u on lower(u.username) = lower(m.username)
    where m.company_id = company and (m.last_login_time is not null or u.status <> 'FORCE_CHANGE_PASSWORD')) end
$$;
-- Somebody there has been invited.
create function has_members(company text) returns boolean language sql stable security definer set search_path = public, pg_temp as $$
  select case when app_operator() or company = app_company() or exists (
    select 1 from collaboration c where (c.seller_id, c.buyer_id) in ((app_company(), company), (company, app_company())))
  then exists (select 1 from member m where m.company_id = company) end
$$;
-- The time of the last word between two companies: either side's words count, and nothing else of the row is touched.
create function touch_chat(partner text, at timestamptz) returns bigint language sql volatile security definer set search_path = public, pg_temp as $$
  with touched as (
    update collaboration set last_chat_time = greatest(last_chat_time, at)
    where (seller_id, buyer_id) in ((app_company(), partner), (partner, app_company())) and is_active
      and not exists (select 1 from factory f where f.id = partner and f.is_stock) returning 1)
  select count(*) from touched
$$;
revoke execute on function signed_in(text), has_members(text), touch_chat(text, timestamptz) from public;
grant execute on function signed_in(text), has_members(text), touch_chat(text, timestamptz) to koba_app;

-- (6) What is written of a partner is written by one that works, or worked, with it.
alter function check_invariants() rename to check_until_0012;
create function check_partners() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select '6 company crossing', format('contact of %s at %s', t.partner_id, t.company_id)
  from contact t where not exists (
    select 1 from collaboration c where (c.seller_id, c.buyer_id) in ((t.company_id, t.partner_id), (t.partner_id, t.company_id)))
  union all
  select '6 company crossing', format('destination %s of %s by %s', d.destination_id, d.factory_id, d.owner_id)
  from destination d where d.owner_id <> d.factory_id
    and not exists (select 1 from collaboration c where c.seller_id = d.owner_id and c.buyer_id = d.factory_id)
$$;
create function check_invariants() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select * from check_until_0012() union all select * from check_partners()
$$;
revoke execute on function check_until_0012(), check_partners(), check_invariants() from public;
grant execute on function check_invariants() to koba_app;
