-- What a seller said of an order and its buyer has not read: a row for each moment, kept by the database itself. Rows only come and go, so that
-- no answer waits for another. The list of 未読回答 looks at these orders alone; whether the answer still stands it asks of the cards.
create table order_unread (
  order_key bigint references orders,
  said_time timestamptz,
  seller_id text not null,
  buyer_id text not null,
  primary key (order_key, said_time)
);
create index order_unread_buyer on order_unread (buyer_id, order_key);
alter table order_unread enable row level security;
create policy tenant on order_unread for select using (case when app_company() in (seller_id, buyer_id) then true else false end);
revoke all on order_unread from koba_app;
grant select on order_unread to koba_app;

create function answer_said() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into order_unread (order_key, said_time, seller_id, buyer_id)
  select order_key, new.at, seller_id, buyer_id from card where key = new.subject_key and order_key is not null on conflict do nothing;
  return null;
end $$;
create trigger answer_said after insert on activity for each row
  when (new.subject = 'card' and new.kind in ('accepted', 'proposed', 'declined') and coalesce(new.actor_company, new.on_behalf_of) = new.seller_id)
  execute function answer_said();

create function amendment_said() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into order_unread (order_key, said_time, seller_id, buyer_id)
  values (new.order_key, new.proposed_time, new.seller_id, new.buyer_id) on conflict do nothing;
  return null;
end $$;
create trigger amendment_said after insert on order_amendment for each row when (new.proposed_by = new.seller_id) execute function amendment_said();

create function amendment_answer_said() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into order_unread (order_key, said_time, seller_id, buyer_id)
  select order_key, new.answered_time, seller_id, buyer_id from order_amendment where key = new.amendment_key on conflict do nothing;
  return null;
end $$;
create trigger amendment_answer_said after insert on order_amendment_answer for each row
  when (new.answered_by = new.seller_id and new.state in ('agreed', 'declined')) execute function amendment_answer_said();

create function answers_read() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from order_unread where order_key = new.key and said_time <= new.answer_seen_time;
  return null;
end $$;
create trigger answers_read after update of answer_seen_time on orders for each row execute function answers_read();

-- All that sellers said and nobody has read, from where it was said.
create function unread_words() returns table (order_key bigint, said_time timestamptz, seller_id text, buyer_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct o.key, s.at, o.seller_id, o.buyer_id from (
    select k.order_key, a.at from activity a join card k on k.key = a.subject_key
    where a.subject = 'card' and a.kind in ('accepted', 'proposed', 'declined') and coalesce(a.actor_company, a.on_behalf_of) = a.seller_id
    union all select m.order_key, m.proposed_time from order_amendment m where m.proposed_by = m.seller_id
    union all select m.order_key, n.answered_time from order_amendment_answer n join order_amendment m on m.key = n.amendment_key
      where n.answered_by = n.seller_id and n.state in ('agreed', 'declined')) s
    join orders o on o.key = s.order_key where s.at > coalesce(o.answer_seen_time, '-infinity')
$$;
insert into order_unread (order_key, said_time, seller_id, buyer_id) select * from unread_words();

alter function check_invariants() rename to check_before_order_unread;
create function check_order_unread() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  -- (4) No answer that was not read is left out of the list. One that came while its buyer read may stand there still.
  select '4 unread answers', format('order %s at %s', order_key, said_time)
  from (select * from unread_words() except select order_key, said_time, seller_id, buyer_id from order_unread) missing
$$;
create function check_invariants() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select * from check_before_order_unread() union all select * from check_order_unread()
$$;
revoke execute on function answer_said(), amendment_said(), amendment_answer_said(), answers_read(), unread_words(), check_order_unread(),
  check_before_order_unread(), check_invariants() from public;
grant execute on function check_invariants() to koba_app;
