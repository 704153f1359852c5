-- 要回答: a message that somebody still owes an answer to. `asked_company` put it up, `to_company` owes the answer; where both are the same it
-- is that company's own mark, which the other side of the room never sees.
create table chat_ask (
  key bigint generated always as identity primary key,
  room_id text not null,
  number bigint not null,
  seller_id text not null,
  buyer_id text not null,
  asked_company text not null references factory,
  to_company text not null references factory,
  asked_by text not null,
  asker_name text not null,
  asked_time timestamptz not null,
  due date,
  answered_time timestamptz,
  answerer_name text,
  foreign key (room_id, number) references message on delete cascade,
  unique (room_id, number, asked_company, to_company),
  check ((answered_time is null) = (answerer_name is null)),
  check (asked_company in (seller_id, buyer_id) and to_company in (seller_id, buyer_id))
);
create index chat_ask_open on chat_ask (to_company, room_id) where answered_time is null;
create index chat_ask_asked on chat_ask (asked_company, asked_time);
-- 担当: who of the company that owes the answer; nobody else's to know.
create table chat_charge (
  ask_key bigint primary key references chat_ask on delete cascade,
  company_id text not null references factory,
  username text not null,
  name text not null
);
create table chat_pin (
  room_id text not null,
  username text not null,
  company_id text not null references factory,
  pinned_time timestamptz not null,
  primary key (room_id, username)
);

alter table chat_ask enable row level security;
alter table chat_charge enable row level security;
alter table chat_pin enable row level security;
create policy tenant on chat_ask using (case when app_company() in (asked_company, to_company) then true else false end)
  with check (app_company() in (asked_company, to_company));
create policy own on chat_charge using (company_id = app_company()) with check (company_id = app_company());
create policy own on chat_pin using (company_id = app_company() and username = app_username()) with check (company_id = app_company() and username = app_username());
revoke update, delete, truncate on chat_ask from koba_app;
grant update (due, answered_time, answerer_name) on chat_ask to koba_app;
revoke truncate on chat_charge, chat_pin from koba_app;

alter table chat_event drop constraint chat_event_kind_check, add constraint chat_event_kind_check check (kind in ('message', 'read', 'agreement', 'ask'));
-- As tell_room does, but to one's own company alone: what is its own, the other side is not told of.
create function tell_side(room text, kind_of text, message_number bigint) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  taken bigint;
begin
  if not exists (select 1 from chat_room r where r.room_id = room and app_company() in (r.seller_id, r.buyer_id)) then
    raise exception 'not a room of yours';
  end if;
  insert into chat_feed (company_id, last_number) values (app_company(), 1)
  on conflict (company_id) do update set last_number = chat_feed.last_number + 1 returning last_number into taken;
  insert into chat_event (company_id, number, kind, room_id, message_number, username)
  values (app_company(), taken, kind_of, room, message_number, coalesce(app_username(), ''));
  perform pg_notify('koba_chat', app_company());
end $$;
revoke all on function tell_side(text, text, bigint) from public;
grant execute on function tell_side(text, text, bigint) to koba_app;

-- A notice for one person of a company; without a name it is for all of them.
alter table notice add column username text;
alter table notice drop constraint notice_kind_check, add constraint notice_kind_check
  check (kind in ('order', 'delivery_date', 'shipped', 'defect', 'quote', 'document', 'stock', 'chat', 'ask'));
create or replace function give_notices(told jsonb) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  with given as (
    insert into notice (company_id, kind, text, path, at, actor, username)
    select t.company_id, t.kind, t.text, t.path, t.at, coalesce(app_username(), ''), t.username
    from jsonb_to_recordset(told) as t(company_id text, kind text, text text, path text, at timestamptz, username text)
    where t.company_id = app_company() or exists (
      select 1 from collaboration c where (c.seller_id, c.buyer_id) in ((app_company(), t.company_id), (t.company_id, app_company())))
    returning key, company_id, actor, at)
  insert into carriage (company_id, notice_key, actor, due_time)
  select company_id, key, actor, now() from given where at > now() - interval '1 hour';
end $$;

-- Mail is gathered unless somebody wishes otherwise: a word in a chat is no reason to ring in every mail box of a company.
alter table member alter column mail_digest set default 'hours';

-- (6) What is asked stands with its message, and its 担当 with the company that owes the answer.
create function check_asks() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select '6 chat asks', format('ask %s of %s %s', a.key, a.room_id, a.number)
  from chat_ask a join chat_room r using (room_id) where (a.seller_id, a.buyer_id) <> (r.seller_id, r.buyer_id)
  union all
  select '6 chat asks', format('the charge of ask %s is not of %s', a.key, a.to_company)
  from chat_charge c join chat_ask a on a.key = c.ask_key where c.company_id <> a.to_company
$$;
alter function check_invariants() rename to check_before_asks;
create function check_invariants() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select * from check_before_asks() union all select * from check_asks()
$$;
revoke execute on function check_before_asks(), check_asks(), check_invariants() from public;
grant execute on function check_invariants() to koba_app;
