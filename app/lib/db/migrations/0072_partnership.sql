-- A company that is here already is asked before anything opens to the asker: until it accepts, there is no collaboration. `to_company` is
-- null where what was typed reaches nobody; the asker is never told which.
create table partnership (
  key bigint generated always as identity primary key,
  from_company text not null references factory,
  to_company text references factory,
  -- What the asked company is to be to the asker.
  relation text not null check (relation in ('buyer', 'seller')),
  typed_id text not null,
  from_name text not null,
  asker_name text not null,
  terms jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'accepted', 'declined', 'withdrawn')),
  asked_time timestamptz not null,
  answered_time timestamptz,
  answered_by text,
  check (from_company <> to_company),
  check ((state = 'waiting') = (answered_time is null))
);
create unique index partnership_waiting on partnership (from_company, typed_id, relation) where state = 'waiting';
create index partnership_asked on partnership (from_company, asked_time);
create index partnership_to on partnership (to_company, asked_time);
alter table partnership enable row level security;
create policy tenant on partnership using (app_company() = from_company or app_company() = to_company)
  with check (app_company() = from_company or app_company() = to_company);
revoke update, delete, truncate on partnership from koba_app;
grant update (state, answered_time, answered_by) on partnership to koba_app;

alter table notice drop constraint notice_kind_check, add constraint notice_kind_check
  check (kind in ('order', 'delivery_date', 'shipped', 'defect', 'quote', 'document', 'stock', 'chat', 'ask', 'partner')) not valid;
alter table notice validate constraint notice_kind_check;
-- As before, and of a company that asked, or was asked, for a partnership.
create or replace function give_notices(told jsonb) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  with given as (
    insert into notice (company_id, kind, text, path, at, actor, username)
    select t.company_id, t.kind, t.text, t.path, t.at, coalesce(app_username(), ''), t.username
    from jsonb_to_recordset(told) as t(company_id text, kind text, text text, path text, at timestamptz, username text)
    where t.company_id = app_company() or exists (
      select 1 from collaboration c where (c.seller_id, c.buyer_id) in ((app_company(), t.company_id), (t.company_id, app_company())))
      or (t.kind = 'partner' and exists (
        select 1 from partnership p where (p.from_company, p.to_company) in ((app_company(), t.company_id), (t.company_id, app_company()))))
    returning key, company_id, actor, at)
  insert into carriage (company_id, notice_key, actor, due_time)
  select company_id, key, actor, now() from given where at > now() - interval '1 hour';
end $$;
