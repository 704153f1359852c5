-- お知らせ: what one company should know of what another, or one of its own people, has done. The bell reads it, push and mail carry it on.
create table notice (
  key bigint generated always as identity primary key,
  company_id text not null references factory,
  kind text not null check (kind in ('order', 'delivery_date', 'shipped', 'defect', 'quote', 'document', 'stock', 'chat')),
  text text not null,
  path text not null,
  at timestamptz not null,
  -- Who did it is not told of it.
  actor text not null
);
create index notice_company on notice (company_id, key desc);
create table notice_read (
  username text not null,
  company_id text not null references factory,
  notice_key bigint not null references notice on delete cascade,
  primary key (username, notice_key)
);
-- What is to be carried on by push and mail: taken by one sender at a time. Chat waits 5 seconds for more.
create table carriage (
  key bigint generated always as identity primary key,
  company_id text not null references factory,
  notice_key bigint references notice on delete cascade,
  room_id text references chat_room,
  actor text not null,
  due_time timestamptz not null,
  -- A trial goes to its own actor alone.
  is_test boolean not null default false,
  check (num_nonnulls(notice_key, room_id) = case when is_test then 0 else 1 end)
);
create unique index carriage_room on carriage (company_id, room_id) where room_id is not null;
create index carriage_due on carriage (due_time);
-- Up to which notice a person's gathered mail has told.
create table digest (
  username text primary key references member,
  company_id text not null references factory,
  last_key bigint not null,
  last_time timestamptz not null
);
-- The keys by which browsers' makers know this installation; the private one is sealed.
create table vapid (
  id integer primary key default 1 check (id = 1),
  public_key text not null,
  sealed text not null
);

do $$
declare name text;
begin
  foreach name in array array['notice', 'notice_read', 'carriage', 'digest', 'vapid'] loop
    execute format('alter table %I enable row level security', name);
  end loop;
end $$;
create policy own on notice for select using (app_operator() or company_id = app_company());
create policy purged on notice for delete using (app_operator());
create policy own on notice_read using (app_operator() or company_id = app_company()) with check (company_id = app_company() and username = app_username());
create policy staff on carriage using (app_operator()) with check (app_operator());
create policy staff on digest using (app_operator()) with check (app_operator());
create policy staff on vapid using (app_operator()) with check (app_operator());
revoke insert, update, truncate on notice from koba_app;
revoke truncate on notice_read, carriage, digest, vapid from koba_app;

-- Tells companies one works with, or one's own. What happened long ago is shown, but no longer carried.
create function give_notices(told jsonb) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  with given as (
    insert into notice (company_id, kind, text, path, at, actor)
    select t.company_id, t.kind, t.text, t.path, t.at, coalesce(app_username(), '')
    from jsonb_to_recordset(told) as t(company_id text, kind text, text text, path text, at timestamptz)
    where t.company_id = app_company() or exists (
      select 1 from collaboration c where (c.seller_id, c.buyer_id) in ((app_company(), t.company_id), (t.company_id, app_company())))
    returning key, company_id, actor, at)
  insert into carriage (company_id, notice_key, actor, due_time)
  select company_id, key, actor, now() from given where at > now() - interval '1 hour';
end $$;
-- A word in a room: carried once for all that is said within five seconds.
create function carry_room(room text) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into carriage (company_id, room_id, actor, due_time)
  select distinct c, r.room_id, coalesce(app_username(), ''), now() + interval '5 seconds'
  from chat_room r, unnest(array[r.seller_id, r.buyer_id]) as c
  where r.room_id = room and app_company() in (r.seller_id, r.buyer_id) and r.last_number > 0
  on conflict (company_id, room_id) where room_id is not null do nothing;
end $$;
create function carry_test() returns void language sql security definer set search_path = public, pg_temp as $$
  insert into carriage (company_id, actor, due_time, is_test) select app_company(), app_username(), now(), true where app_company() is not null
$$;
revoke execute on function give_notices(jsonb), carry_room(text), carry_test() from public;
grant execute on function give_notices(jsonb), carry_room(text), carry_test() to koba_app;

-- What hung on expired messages: its bytes are swept like those of posts that never came to an end.
create function purge_chat_files() returns void language sql security definer set search_path = public, pg_temp as $$
  with gone as (delete from file where owner_kind = 'chat' and created_time < now() - interval '30 days' returning blob, company_id)
  insert into file_pending (blob, company_id, made_time)
  select distinct on (g.blob) g.blob, g.company_id, now() - interval '2 days' from gone g
  where not exists (select 1 from file f where f.blob = g.blob and not (f.owner_kind = 'chat' and f.created_time < now() - interval '30 days'))
  on conflict do nothing
$$;
revoke execute on function purge_chat_files() from public;
grant execute on function purge_chat_files() to koba_app;

-- The sender, beyond any company, sees who has not read what.
create policy carried on chat_room for select using (app_operator());
create policy carried on chat_read for select using (app_operator());
