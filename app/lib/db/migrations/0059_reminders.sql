-- 要回答 is told of again on the day of its 期日 and once it is late. For which 期日 this was done stands beside it: another 期日 is told of anew.
alter table chat_ask add column told_due date, add column told_late date;
create index chat_ask_due on chat_ask (due) where answered_time is null;

-- What is to be told of now, marked as told in the same step: of two processes one gets it. From nine in the morning in 東京; not on the very
-- morning after which it was asked. What is late for more than a week was told of, or is older than this.
create function take_reminders(at timestamptz) returns table (
  room_id text, number bigint, message text, due date, is_late boolean, to_company text, asked_company text, asker text, charge text, from_name text, to_name text)
language sql security definer set search_path = public, pg_temp as $$
  with here as (select (at at time zone 'Asia/Tokyo')::date as today, (at at time zone 'Asia/Tokyo')::time >= '09:00' as is_open,
      ((at at time zone 'Asia/Tokyo')::date + time '09:00') at time zone 'Asia/Tokyo' as morning),
  taken as (
    update chat_ask a set told_due = case when a.due = h.today then a.due else a.told_due end, told_late = case when a.due < h.today then a.due else a.told_late end
    from here h, message m, chat_room r
    where app_operator() and h.is_open and a.answered_time is null and a.asked_time < h.morning
      and ((a.due = h.today and a.told_due is distinct from a.due) or (a.due between h.today - 7 and h.today - 1 and a.told_late is distinct from a.due))
      and m.room_id = a.room_id and m.number = a.number and m.unixtime > extract(epoch from at) and r.room_id = a.room_id
      and (r.kind <> 'pair' or exists (select from collaboration k where k.seller_id = r.seller_id and k.buyer_id = r.buyer_id and k.is_active))
    returning a.*, m.message, a.due < h.today as is_late)
  select t.room_id, t.number, t.message, t.due, t.is_late, t.to_company, t.asked_company,
    (select b.username from member b where b.username = t.asked_by and b.company_id = t.asked_company and b.is_active),
    (select b.username from chat_charge c join member b on b.username = c.username and b.company_id = t.to_company and b.is_active where c.ask_key = t.key),
    f.name, g.name
  from taken t join factory f on f.id = t.asked_company join factory g on g.id = t.to_company order by t.due, t.key
$$;
revoke execute on function take_reminders(timestamptz) from public;
grant execute on function take_reminders(timestamptz) to koba_app;

-- The product itself, beyond any company, may tell too.
create or replace function give_notices(told jsonb) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  with given as (
    insert into notice (company_id, kind, text, path, at, actor, username)
    select t.company_id, t.kind, t.text, t.path, t.at, coalesce(app_username(), ''), t.username
    from jsonb_to_recordset(told) as t(company_id text, kind text, text text, path text, at timestamptz, username text)
    where app_operator() or t.company_id = app_company() or exists (
      select 1 from collaboration c where (c.seller_id, c.buyer_id) in ((app_company(), t.company_id), (t.company_id, app_company())))
    returning key, company_id, actor, at)
  insert into carriage (company_id, notice_key, actor, due_time)
  select company_id, key, actor, now() from given where at > now() - interval '1 hour';
end $$;
