-- 記録データ (decision 075): what was measured or noted at a process. Rows are only added: a 再測定, a 訂正 and what goes with an undone 完了 name the
-- row that they replace; all of a chain count at the time of its first.
alter table record_item add column digits smallint check (digits between 0 and 3), add column ng_choices text[] not null default '{}';

create table measurement (
  key bigint generated always as identity primary key,
  seller_id text not null references factory,
  buyer_id text not null references factory,
  card_key bigint not null references card,
  product_id bigint references product,
  drawing_revision text,
  group_id integer not null,
  status text not null,
  work_key bigint not null references work,
  item_id bigint not null references record_item,
  sort integer not null,
  label text not null,
  kind text not null check (kind in ('number', 'choice', 'check', 'photo')),
  unit text,
  digits smallint,
  lower_limit numeric(15,3),
  upper_limit numeric(15,3),
  sample integer not null default 1 check (sample between 1 and 20),
  value numeric(15,3),
  choice text,
  judgement text check (judgement in ('ok', 'ng')),
  note text,
  worker_id bigint references worker,
  username text not null,
  measured_time timestamptz not null,
  recorded_time timestamptz not null,
  how text not null default 'first' check (how in ('first', 'retest', 'corrected', 'void')),
  first_key bigint,
  replaces bigint unique,
  unique (key, card_key, item_id, sample, measured_time),
  foreign key (replaces, card_key, item_id, sample, measured_time) references measurement (key, card_key, item_id, sample, measured_time),
  foreign key (first_key, card_key, item_id, sample, measured_time) references measurement (key, card_key, item_id, sample, measured_time),
  check ((how = 'first') = (replaces is null) and (how = 'first') = (first_key is null)),
  check (case when how = 'void' then value is null and choice is null and judgement is null
    when kind = 'number' then choice is null else value is null end),
  -- What was to be entered and was not says why.
  check (how = 'void' or value is not null or choice is not null or note is not null),
  check (judgement is null or coalesce(value::text, choice) is not null),
  check (kind <> 'number' or value is null or judgement = case
    when value < lower_limit or value > upper_limit then 'ng' else 'ok' end)
);
create index measurement_card on measurement (card_key, key);
create index measurement_time on measurement (seller_id, measured_time, key);
create index measurement_item on measurement (seller_id, item_id, product_id, measured_time);
create index measurement_work on measurement (work_key);

-- Whether a buyer is given the records of what is its own; the last row of a pair counts.
create table measurement_sharing (
  key bigint generated always as identity primary key,
  seller_id text not null,
  buyer_id text not null,
  is_shared boolean not null,
  set_by text not null,
  set_time timestamptz not null,
  foreign key (seller_id, buyer_id) references collaboration
);
create index measurement_sharing_pair on measurement_sharing (seller_id, buyer_id, key desc);

create function shares_measurements(seller text, buyer text) returns boolean language sql stable set search_path = public, pg_temp as $$
  select coalesce((select s.is_shared from measurement_sharing s where s.seller_id = seller and s.buyer_id = buyer order by s.key desc limit 1), false)
$$;

alter table measurement enable row level security;
create policy tenant on measurement
  using (case when seller_id = app_company() then true when buyer_id = app_company() then shares_measurements(seller_id, buyer_id) else false end)
  with check (seller_id = app_company());
alter table measurement_sharing enable row level security;
create policy tenant on measurement_sharing using (case when app_company() in (seller_id, buyer_id) then true else false end)
  with check (seller_id = app_company());
revoke update, delete, truncate on measurement, measurement_sharing from koba_app;
