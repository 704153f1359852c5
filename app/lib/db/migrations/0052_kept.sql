-- What was said about an order when it was sent: the room shows it as a line of the product's, not as a person's words.
alter table message add column order_key bigint references orders;
-- 履歴に残す: a message written into its card's log, where it outlasts the chat's 30 days. Once, however often it is asked for.
create table chat_kept (
  room_id text not null,
  number bigint not null,
  seller_id text not null,
  buyer_id text not null,
  card_key bigint not null references card,
  kept_name text not null,
  kept_time timestamptz not null,
  primary key (room_id, number),
  foreign key (room_id, number) references message on delete cascade
);
alter table chat_kept enable row level security;
create policy tenant on chat_kept using (case when app_company() in (seller_id, buyer_id) then true else false end)
  with check (app_company() in (seller_id, buyer_id));
revoke update, delete, truncate on chat_kept from koba_app;
