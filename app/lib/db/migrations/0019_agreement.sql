-- 合意 (decision 21): a date, quantity, price or word that one side proposes and the other accepts. What was accepted stands in the card's log for ever.
create table agreement (
  key bigint generated always as identity primary key,
  room_id text not null references chat_room,
  seller_id text not null,
  buyer_id text not null,
  card_key bigint not null references card,
  field text not null check (field in ('delivery_date', 'num_items', 'unit_price', 'other')),
  value text not null,
  note text,
  state text not null default 'open' check (state in ('open', 'agreed', 'declined', 'withdrawn')),
  proposed_by text not null,
  proposer_name text not null,
  proposed_time timestamptz not null,
  answerer_name text,
  answered_time timestamptz,
  check ((state = 'open') = (answered_time is null))
);
create index agreement_card on agreement (card_key, key);
create index agreement_open on agreement (room_id, key) where state = 'open';
alter table agreement enable row level security;
create policy tenant on agreement using (case when app_company() in (seller_id, buyer_id) then true else false end)
  with check (app_company() in (seller_id, buyer_id));
revoke update, delete, truncate on agreement from koba_app;
grant update (state, answerer_name, answered_time) on agreement to koba_app;

alter table message add column agreement_key bigint references agreement;

-- (7) What was agreed on has its entry in the card's log.
create function check_agreements() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select '7 agreement without its entry', format('agreement %s of card %s', g.key, g.card_key)
  from agreement g where g.state = 'agreed' and not exists (
    select 1 from activity a where a.subject = 'card' and a.subject_key = g.card_key and a.kind = 'settled' and a.at = g.answered_time)
$$;
alter function check_invariants() rename to check_before_agreements;
create function check_invariants() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select * from check_before_agreements() union all select * from check_agreements()
$$;
revoke execute on function check_before_agreements(), check_agreements(), check_invariants() from public;
grant execute on function check_invariants() to koba_app;
