-- Chat between two companies, within one, and with the provider (decision 20). A room's messages are numbered 1, 2, 3 … under its row's lock:
-- a sequence would let a reader pass a number whose transaction commits later.
create table chat_room (
  room_id text primary key,
  kind text not null check (kind in ('pair', 'own', 'support')),
  seller_id text not null references factory,
  buyer_id text not null references factory,
  last_number bigint not null default 0,
  last_time timestamptz,
  -- How far anybody of either company has read.
  seller_read bigint not null default 0,
  buyer_read bigint not null default 0,
  check ((kind = 'pair') = (seller_id <> buyer_id)),
  check (seller_read between 0 and last_number and buyer_read between 0 and last_number)
);
create index chat_room_seller on chat_room (seller_id);
create index chat_room_buyer on chat_room (buyer_id);

-- Purged after unixtime (30 days): what must last longer is an agreement in a card's log (decision 21).
create table message (
  room_id text not null references chat_room,
  number bigint not null check (number > 0),
  -- Made by the client: a repeat of it is the same message.
  id text not null,
  seller_id text not null,
  buyer_id text not null,
  owner text not null,
  owner_name text not null,
  owner_factory text not null,
  collab_factory text not null,
  is_staff boolean not null default false,
  message text not null,
  product_id bigint references product,
  task_id bigint references card,
  unixtime bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (room_id, number),
  unique (room_id, id)
);
create index message_expiry on message (unixtime);
create index message_task on message (task_id, number) where task_id is not null;

create table chat_read (
  room_id text not null references chat_room,
  username text not null,
  company_id text not null,
  last_number bigint not null,
  last_message_id text,
  update_time timestamptz not null,
  primary key (room_id, username)
);

-- What happened, numbered without a gap for each company: a stream resumes by the last number it has shown. Kept for two days.
create table chat_feed (
  company_id text primary key references factory,
  last_number bigint not null
);
create table chat_event (
  company_id text not null references factory,
  number bigint not null,
  kind text not null check (kind in ('message', 'read', 'agreement')),
  room_id text not null,
  message_number bigint,
  username text not null,
  at timestamptz not null default now(),
  primary key (company_id, number)
);
create index chat_event_at on chat_event (at);

do $$
declare name text;
begin
  foreach name in array array['chat_room', 'message', 'chat_read', 'chat_feed', 'chat_event'] loop
    execute format('alter table %I enable row level security', name);
  end loop;
end $$;

-- A pair's room opens and is read only while the two work together.
create policy tenant on chat_room using (case when app_company() in (seller_id, buyer_id) then true else false end)
  with check (app_company() in (seller_id, buyer_id) and (kind <> 'pair' or exists (
    select 1 from collaboration c where c.seller_id = chat_room.seller_id and c.buyer_id = chat_room.buyer_id)));
create policy tenant on message using (case when app_company() in (seller_id, buyer_id) then true else false end)
  with check (app_company() in (seller_id, buyer_id));
create policy purged on message for delete using (app_operator());
create policy seen on message for select using (app_operator() and unixtime < extract(epoch from now()));
create policy own on chat_read using (company_id = app_company()) with check (company_id = app_company());
create policy own on chat_feed for select using (app_operator() or company_id = app_company());
create policy own on chat_event for select using (company_id = app_company());
create policy purged on chat_event for delete using (app_operator());
create policy seen on chat_event for select using (app_operator());
revoke delete, truncate on chat_room, chat_read from koba_app;
revoke update, truncate on message from koba_app;
revoke all on chat_feed, chat_event from koba_app;
grant select on chat_feed, chat_event to koba_app;
grant delete on chat_event to koba_app;

-- Tells both companies of a room what happened in it, and wakes every process: the wake-up carries ids only, the tables are the truth.
create function tell_room(room text, kind_of text, message_number bigint) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  company text;
  taken bigint;
begin
  if not exists (select 1 from chat_room r where r.room_id = room and app_company() in (r.seller_id, r.buyer_id)) then
    raise exception 'not a room of yours';
  end if;
  -- One order for all, so that two rooms never wait for each other.
  for company in select distinct c from chat_room r, unnest(array[r.seller_id, r.buyer_id]) as c where r.room_id = room order by 1 loop
    insert into chat_feed (company_id, last_number) values (company, 1)
    on conflict (company_id) do update set last_number = chat_feed.last_number + 1 returning last_number into taken;
    insert into chat_event (company_id, number, kind, room_id, message_number, username)
    values (company, taken, kind_of, room, message_number, coalesce(app_username(), ''));
    perform pg_notify('koba_chat', company);
  end loop;
end $$;
revoke all on function tell_room(text, text, bigint) from public;
grant execute on function tell_room(text, text, bigint) to koba_app;

-- (5) of the promises: a room's numbers run without a gap up to its last; nobody has read further; each company's events too.
create function check_chat() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select '5 room numbers', format('room %s: %s of %s..%s, last %s', r.room_id, count(*), min(m.number), max(m.number), r.last_number)
  from chat_room r join message m using (room_id)
  group by r.room_id, r.last_number having count(*) <> max(m.number) - min(m.number) + 1 or max(m.number) <> r.last_number
  union all
  select '5 last read', format('room %s %s: %s of %s', c.room_id, c.username, c.last_number, r.last_number)
  from chat_read c join chat_room r using (room_id) where c.last_number > r.last_number
  union all
  select '5 feed', format('company %s: %s of %s..%s, last %s', f.company_id, count(*), min(e.number), max(e.number), f.last_number)
  from chat_feed f join chat_event e using (company_id)
  group by f.company_id, f.last_number having count(*) <> max(e.number) - min(e.number) + 1 or max(e.number) <> f.last_number
  union all
  select '6 chat rows', format('message %s %s', m.room_id, m.number)
  from message m join chat_room r using (room_id)
  where (m.seller_id, m.buyer_id) <> (r.seller_id, r.buyer_id) or m.owner_factory not in (r.seller_id, r.buyer_id)
$$;

alter function check_invariants() rename to check_before_chat;
create function check_invariants() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select * from check_before_chat() union all select * from check_chat()
$$;
revoke execute on function check_before_chat(), check_chat(), check_invariants() from public;
grant execute on function check_invariants() to koba_app;
