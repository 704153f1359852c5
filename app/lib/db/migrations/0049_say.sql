-- Saying something, in one step under the room's lock, so that the lock is held for one statement and the commit alone: the next number, the
-- message, how far its sender has read, and what both companies are told. `given`: the message's columns but its number. Null where the
-- room has a message of this id already. Run with the caller's own rights: the walls between companies stand.
create function say_in_room(given message, parties chat_room, marks boolean, carried boolean) returns bigint language plpgsql set search_path = public, pg_temp as $$
declare
  room chat_room;
  me text := app_company();
begin
  select * into room from chat_room r where r.room_id = given.room_id for update;
  if not found then
    insert into chat_room (room_id, kind, seller_id, buyer_id) values (parties.room_id, parties.kind, parties.seller_id, parties.buyer_id) on conflict do nothing;
    select * into room from chat_room r where r.room_id = given.room_id for update;
  end if;
  if exists (select from message m where m.room_id = given.room_id and m.id = given.id) then return null; end if;
  given.number := room.last_number + 1;
  insert into message select given.*;
  update chat_room r set last_number = given.number, last_time = given.created_at,
    seller_read = case when marks and r.seller_id = me then given.number else r.seller_read end,
    buyer_read = case when marks and r.seller_id <> me then given.number else r.buyer_read end
  where r.room_id = given.room_id;
  if room.kind = 'pair' then perform touch_chat(given.collab_factory, given.created_at); end if;
  if marks then
    insert into chat_read as c (room_id, username, company_id, last_number, last_message_id, update_time)
    values (given.room_id, given.owner, me, given.number, given.id, given.created_at)
    on conflict (room_id, username) do update set last_number = excluded.last_number, last_message_id = excluded.last_message_id, update_time = excluded.update_time
      where c.last_number < excluded.last_number;
  end if;
  perform tell_room(given.room_id, 'message', given.number);
  if carried then perform carry_room(given.room_id); end if;
  return given.number;
end $$;
revoke execute on function say_in_room(message, chat_room, boolean, boolean) from public;
grant execute on function say_in_room(message, chat_room, boolean, boolean) to koba_app;
