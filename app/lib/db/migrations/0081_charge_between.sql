-- 担当 by the name that a question calls: given across the companies, to somebody who has spoken in the room, and never in place of whom their
-- own company chose.
create function give_charge(ask bigint, person text) returns void language sql security definer set search_path = public, pg_temp as $$
  insert into chat_charge (ask_key, company_id, username, name)
  select a.key, a.to_company, m.username, m.name
  from chat_ask a join member m on m.username = person and m.company_id = a.to_company and m.is_active
  where a.key = ask and a.asked_company = app_company() and a.to_company <> a.asked_company and a.answered_time is null
    and exists (select 1 from message s where s.room_id = a.room_id and s.owner = person and s.owner_factory = a.to_company and not s.is_staff)
  on conflict (ask_key) do nothing
$$;
revoke execute on function give_charge(bigint, text) from public;
grant execute on function give_charge(bigint, text) to koba_app;
