-- 残高確認: what was open at the end of a day, sent to the partner, and what it says to it.
create table balance_confirmation (
  key bigint generated always as identity primary key,
  seller_id text not null,
  buyer_id text not null,
  on_date date not null,
  amount bigint not null,
  rows jsonb not null,
  words text,
  person text not null,
  sent_time timestamptz not null,
  foreign key (seller_id, buyer_id) references collaboration
);
create index balance_confirmation_pair on balance_confirmation (seller_id, buyer_id, key desc);
create index balance_confirmation_buyer on balance_confirmation (buyer_id, key desc);
create table balance_answer (
  key bigint generated always as identity primary key,
  confirmation_key bigint not null references balance_confirmation,
  seller_id text not null,
  buyer_id text not null,
  agreed boolean not null,
  amount bigint not null,
  words text,
  person text not null,
  answered_time timestamptz not null,
  check (agreed or words is not null)
);
create index balance_answer_confirmation on balance_answer (confirmation_key, key desc);

do $$
declare name text;
begin
  foreach name in array array['balance_confirmation', 'balance_answer'] loop
    execute format('alter table %I enable row level security', name);
    execute format('revoke update, delete, truncate on %I from koba_app', name);
  end loop;
end $$;
create policy tenant on balance_confirmation using (case when app_company() in (seller_id, buyer_id) then true else false end)
  with check (app_company() = seller_id);
create policy tenant on balance_answer using (case when app_company() in (seller_id, buyer_id) then true else false end)
  with check (app_company() = buyer_id);
