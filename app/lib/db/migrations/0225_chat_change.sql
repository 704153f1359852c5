-- A message answers another, is edited or taken back by its author, and is acknowledged (了解). Its number stays: the row shows the words as
-- they are now, and chat_change keeps what was there, for the company that wrote it alone.
alter table message add column reply_to bigint, add column version bigint not null default 1, add column edited_time timestamptz,
  add column deleted_time timestamptz, add check (reply_to between 1 and number - 1);

create table chat_change (
  key bigint generated always as identity primary key,
  room_id text not null,
  number bigint not null,
  company_id text not null references factory,
  kind text not null check (kind in ('edited', 'deleted', 'acknowledged', 'unacknowledged')),
  before text,
  after text,
  username text not null,
  name text not null,
  at timestamptz not null,
  foreign key (room_id, number) references message on delete cascade,
  check ((kind in ('edited', 'deleted')) = (before is not null) and (kind = 'edited') = (after is not null))
);
create index chat_change_message on chat_change (room_id, number);
create table chat_ack (
  room_id text not null,
  number bigint not null,
  seller_id text not null,
  buyer_id text not null,
  company_id text not null references factory,
  username text not null,
  name text not null,
  acked_time timestamptz not null,
  primary key (room_id, number, username),
  foreign key (room_id, number) references message on delete cascade,
  check (company_id in (seller_id, buyer_id))
);
alter table chat_change enable row level security;
alter table chat_ack enable row level security;
create policy own on chat_change using (company_id = app_company())
  with check (company_id = app_company() and username = app_username() and kind in ('acknowledged', 'unacknowledged'));
create policy seen on chat_ack for select using (case when app_company() in (seller_id, buyer_id) then true else false end);
create policy given on chat_ack for insert with check (company_id = app_company() and username = app_username()
  and app_company() in (seller_id, buyer_id));
create policy taken on chat_ack for delete using (company_id = app_company() and username = app_username());
revoke update, delete, truncate on chat_change from koba_app;
revoke update, truncate on chat_ack from koba_app;

alter table chat_event drop constraint chat_event_kind_check, add constraint chat_event_kind_check
  check (kind in ('message', 'read', 'agreement', 'ask', 'changed'));

-- The only way to other words: by their author, with what stood there before, and told to both companies. Null where somebody was quicker.
-- Without new words the message is taken back: its pictures and drawings too. Papers sent to another company were received (電帳法), and stay.
create function change_message(room text, num bigint, seen bigint, words text, gone text, person text, at timestamptz) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  said message;
begin
  select * into said from message m where m.room_id = room and m.number = num for update;
  if not found or said.owner <> app_username() or said.owner_factory <> app_company() or said.deleted_time is not null
    or said.agreement_key is not null or said.order_key is not null or at > said.created_at + interval '15 minutes' then
    raise exception 'not a message to change';
  end if;
  if said.version <> seen then return null; end if;
  insert into chat_change (room_id, number, company_id, kind, before, after, username, name, at)
  values (room, num, said.owner_factory, case when words is null then 'deleted' else 'edited' end, said.message, words, said.owner, person, at);
  update message m set message = coalesce(words, gone), version = said.version + 1, updated_at = at,
    edited_time = case when words is null then m.edited_time else at end, deleted_time = case when words is null then at end
  where m.room_id = room and m.number = num;
  if words is null then
    update file f set deleted_time = at, version = f.version + 1
    where f.owner_kind = 'chat' and f.owner_key = room || ' ' || said.id and f.deleted_time is null
      and (f.partner_id is null or f.kind <> 'document' and f.media_type <> 'application/pdf');
    update notice n set text = gone where n.kind = 'ask' and n.path = '/chat/' || room || '?before=' || (num + 1);
    update chat_ask a set answered_time = at, answerer_name = person
    where a.room_id = room and a.number = num and a.asked_company = said.owner_factory and a.answered_time is null;
  end if;
  perform tell_room(room, 'changed', num);
  return said.version + 1;
end $$;
revoke execute on function change_message(text, bigint, bigint, text, text, text, timestamptz) from public;
grant execute on function change_message(text, bigint, bigint, text, text, text, timestamptz) to koba_app;

-- (5) Words that are not the first ones have their entry; (6) 了解 and entries stand with a room of their company.
create function check_changes() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select '5 chat changes', format('message %s %s: version %s, %s entries', m.room_id, m.number, m.version, count(c.key))
  from message m left join chat_change c on c.room_id = m.room_id and c.number = m.number and c.kind in ('edited', 'deleted')
  group by m.room_id, m.number, m.version, m.edited_time, m.deleted_time
  having m.version <> 1 + count(c.key) or (m.deleted_time is not null) <> coalesce(bool_or(c.kind = 'deleted'), false)
    or (m.edited_time is not null) <> coalesce(bool_or(c.kind = 'edited'), false)
  union all
  select '6 chat rows', format('了解 of %s %s by %s', a.room_id, a.number, a.username)
  from chat_ack a join chat_room r using (room_id) where (a.seller_id, a.buyer_id) <> (r.seller_id, r.buyer_id)
  union all
  select '6 chat rows', format('change %s of %s %s', c.key, c.room_id, c.number)
  from chat_change c join chat_room r using (room_id) where c.company_id not in (r.seller_id, r.buyer_id)
$$;
alter function check_invariants() rename to check_before_changes;
create function check_invariants() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select * from check_before_changes() union all select * from check_changes()
$$;
revoke execute on function check_before_changes(), check_changes(), check_invariants() from public;
grant execute on function check_invariants() to koba_app;
