-- 見積: asked of one or more factories for one item at one to five quantities, or given by a factory unasked. What one factory
-- is asked and what it answers are rows of its own, so that none sees another, nor how many there are.
create table quote (
  key bigint generated always as identity primary key,
  buyer_id text not null references factory,
  -- The buyer, or the factory that quotes unasked.
  made_by text not null references factory,
  number text,
  request_date date not null,
  name text not null,
  drawing_no text,
  drawing_revision text,
  material text,
  surface text,
  dimensions text,
  order_unit text not null,
  unit text not null,
  unit_weight numeric(15,3),
  pieces_per_set numeric(15,3),
  quantities jsonb not null check (jsonb_array_length(quantities) between 1 and 5),
  note text,
  wish_date date,
  deadline date,
  is_sealed boolean not null default false,
  tells_count boolean not null default false,
  -- How many are asked, where the buyer says so.
  num_sellers integer,
  person text,
  buyer jsonb not null,
  created_by text not null,
  created_time timestamptz not null,
  sent_time timestamptz,
  closed_time timestamptz,
  cancelled_time timestamptz,
  cancel_reason text,
  version integer not null default 1,
  unique (made_by, number),
  check ((sent_time is null) = (number is null)),
  check (made_by <> buyer_id or deadline is not null)
);
create index quote_buyer on quote (buyer_id, request_date desc, key desc);

-- What never leaves the buyer.
create table quote_inner (
  quote_key bigint primary key references quote,
  buyer_id text not null references factory,
  memo text,
  target_price numeric(15,3)
);

create table quote_seller (
  key bigint generated always as identity primary key,
  quote_key bigint not null references quote,
  seller_id text not null,
  buyer_id text not null,
  product_id bigint references product,
  sent_time timestamptz,
  -- When the factory opened it, and the buyer the answer.
  viewed_time timestamptz,
  seen_time timestamptz,
  reminded_time timestamptz,
  -- 再見積を求めた
  asked_time timestamptz,
  asked_words text,
  -- 見送り, and when the factory hears of it.
  passed_time timestamptz,
  passed_reason text,
  passed_words text,
  told_time timestamptz,
  unique (quote_key, seller_id),
  foreign key (seller_id, buyer_id) references collaboration,
  check ((passed_time is null) = (passed_reason is null)),
  check (told_time is null or passed_time is not null)
);
create index quote_seller_seller on quote_seller (seller_id, key desc) where sent_time is not null;

-- An answer as it is being typed: nobody's but the factory's.
create table quote_draft (
  seller_key bigint primary key references quote_seller,
  seller_id text not null references factory,
  body jsonb not null,
  saved_by text not null,
  saved_time timestamptz not null,
  version integer not null default 1
);

-- What was answered stays as it was sent; a change is a version more.
create table quote_answer (
  key bigint generated always as identity primary key,
  quote_key bigint not null references quote,
  seller_key bigint not null references quote_seller,
  seller_id text not null,
  buyer_id text not null,
  version integer not null check (version >= 1),
  sent_time timestamptz not null,
  person text,
  seller jsonb not null,
  valid_until date not null,
  tooling bigint not null check (tooling >= 0),
  tooling_owner text check (tooling_owner in ('buyer', 'seller')),
  other bigint not null check (other >= 0),
  comment text,
  -- 期限後
  is_late boolean not null,
  -- 「この条件で延長」
  renews bigint references quote_answer,
  unique (seller_key, version),
  check ((tooling > 0) = (tooling_owner is not null))
);
create index quote_answer_quote on quote_answer (quote_key);
create table quote_answer_line (
  answer_key bigint not null references quote_answer,
  quantity numeric(15,3) not null check (quantity > 0),
  seller_id text not null,
  buyer_id text not null,
  unit_price numeric(15,3) not null check (unit_price >= 0),
  lead_days integer not null check (lead_days >= 0),
  shipping bigint not null check (shipping >= 0),
  primary key (answer_key, quantity)
);
create table quote_withdrawal (
  answer_key bigint primary key references quote_answer,
  seller_id text not null,
  buyer_id text not null,
  words text,
  withdrawn_by text not null,
  withdrawn_time timestamptz not null
);

-- 採用
create table quote_award (
  key bigint generated always as identity primary key,
  quote_key bigint not null references quote,
  seller_key bigint not null references quote_seller,
  answer_key bigint not null,
  seller_id text not null,
  buyer_id text not null,
  product_id bigint not null references product,
  -- As ordered, and the break it is priced by.
  num_items numeric(15,3) not null check (num_items > 0),
  quantity numeric(15,3) not null,
  unit_price numeric(15,3) not null,
  shipping bigint not null,
  -- 型代 and the rest stand on the first order alone.
  tooling bigint not null,
  other bigint not null,
  delivery_date date not null,
  awarded_by text not null,
  awarded_time timestamptz not null,
  unique (answer_key, quantity),
  foreign key (answer_key, quantity) references quote_answer_line,
  check (num_items >= quantity)
);
create index quote_award_quote on quote_award (quote_key);

alter table quote enable row level security;
create policy seen on quote for select using (case when buyer_id = app_company() then made_by = buyer_id or sent_time is not null
  when made_by = app_company() then true
  else exists (select from quote_seller s where s.quote_key = quote.key and s.seller_id = app_company() and s.sent_time is not null) end);
create policy made on quote for insert with check (made_by = app_company());
create policy own on quote for update using (made_by = app_company() or (buyer_id = app_company() and sent_time is not null));
alter table quote_inner enable row level security;
create policy own on quote_inner using (buyer_id = app_company()) with check (buyer_id = app_company());
alter table quote_seller enable row level security;
create policy tenant on quote_seller using (case when buyer_id = app_company() then true when seller_id = app_company() then sent_time is not null else false end)
  with check (app_company() in (seller_id, buyer_id));
alter table quote_draft enable row level security;
create policy own on quote_draft using (seller_id = app_company()) with check (seller_id = app_company());
do $$
declare name text;
begin
  foreach name in array array['quote_answer', 'quote_answer_line', 'quote_withdrawal'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy tenant on %I using (case when app_company() in (seller_id, buyer_id) then true else false end)
      with check (seller_id = app_company())', name);
    execute format('revoke update, delete, truncate on %I from koba_app', name);
  end loop;
end $$;
alter table quote_award enable row level security;
create policy tenant on quote_award using (case when app_company() in (seller_id, buyer_id) then true else false end) with check (buyer_id = app_company());
revoke update, delete, truncate on quote_award from koba_app;
revoke delete, truncate on quote, quote_inner from koba_app;

alter table file drop constraint file_owner_kind_check, add constraint file_owner_kind_check
  check (owner_kind in ('card', 'defect', 'product', 'chat', 'logo', 'seal', 'record', 'inspection', 'order', 'order_draft', 'quote', 'quote_part')) not valid;
alter table file validate constraint file_owner_kind_check;

-- A price that was quoted holds until a day (R9-5).
alter table product_price add column valid_until date;

-- The closed days of a factory, for the day on which something ordered of it comes; what they are called is its own.
create function closed_days(company text) returns setof date
language sql stable security definer set search_path = public, pg_temp as $$
  select h.holiday from company_holiday h where h.company_id = company and (company = app_company()
    or exists (select from collaboration c where c.seller_id = company and c.buyer_id = app_company()))
$$;
revoke all on function closed_days(text) from public;
grant execute on function closed_days(text) to koba_app;

create function check_quotes() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  -- (6) What is asked, answered and chosen is between the two companies it says.
  select '6 company crossing', format('quote %s of %s', s.quote_key, s.seller_id)
  from quote_seller s join quote q on q.key = s.quote_key
  where s.buyer_id <> q.buyer_id or q.made_by not in (s.seller_id, s.buyer_id) or (s.sent_time is not null and q.sent_time is null)
  union all
  select '6 company crossing', format('quote answer %s', a.key)
  from quote_answer a join quote_seller s on s.key = a.seller_key
  where (a.quote_key, a.seller_id, a.buyer_id) <> (s.quote_key, s.seller_id, s.buyer_id)
    or exists (select from quote_answer_line l where l.answer_key = a.key and (l.seller_id, l.buyer_id) <> (a.seller_id, a.buyer_id))
  union all
  select '6 company crossing', format('quote award %s', w.key)
  from quote_award w join quote_answer a on a.key = w.answer_key join product p on p.product_id = w.product_id
  where (w.quote_key, w.seller_key, w.seller_id, w.buyer_id) <> (a.quote_key, a.seller_key, a.seller_id, a.buyer_id)
    or (p.seller_id, p.buyer_id) <> (w.seller_id, w.buyer_id)
  union all
  -- (18) Versions follow each other; what was chosen is what was answered, and 型代 stands once.
  select '18 quotes', format('quote answer %s is version %s of %s', a.key, a.version, a.num)
  from (select x.key, x.version, row_number() over (partition by x.seller_key order by x.key) as num from quote_answer x) a where a.version <> a.num
  union all
  select '18 quotes', format('quote answer %s says nothing', a.key)
  from quote_answer a where not exists (select from quote_answer_line l where l.answer_key = a.key)
  union all
  select '18 quotes', format('quote award %s', w.key)
  from quote_award w join quote_answer_line l on (l.answer_key, l.quantity) = (w.answer_key, w.quantity) join quote_answer a on a.key = w.answer_key
  where (w.unit_price, w.shipping) <> (l.unit_price, l.shipping) or w.tooling not in (0, a.tooling) or w.other not in (0, a.other)
    or exists (select from quote_withdrawal d where d.answer_key = w.answer_key)
  union all
  select '18 quotes', format('quote %s has its tooling %s times', s.key, count(*))
  from quote_seller s join quote_award w on w.seller_key = s.key and w.tooling > 0 group by s.key having count(*) > 1
$$;
alter function check_invariants() rename to check_before_quotes;
create function check_invariants() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select * from check_before_quotes() union all select * from check_quotes()
$$;
revoke execute on function check_before_quotes(), check_quotes(), check_invariants() from public;
grant execute on function check_invariants() to koba_app;
