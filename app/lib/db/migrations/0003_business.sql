-- Companies, people, masters ------------------------------------------------------------------------------------------

create table factory (
  id text primary key check (id ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  name text not null,
  kana text,
  company_type text not null check (company_type in ('seller', 'buyer')),
  postal_code text,
  address text,
  tel text,
  fax text,
  email text,
  registration_number text check (registration_number ~ '^T[0-9]{13}$'),
  bank_accounts jsonb not null default '[]',
  is_stock boolean not null default false,
  is_active boolean not null default true,
  created_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version integer not null default 1
);

create table factory_meta (
  company_id text primary key references factory,
  is_payment_last_date boolean not null default true,
  payment_date integer check (payment_date between 1 and 31),
  pay_month integer not null default 1 check (pay_month between 0 and 6),
  pay_day integer not null default 31 check (pay_day between 1 and 31),
  amount_rounding text not null default 'floor' check (amount_rounding in ('floor', 'half_up', 'ceil')),
  tax_rounding text not null default 'floor' check (tax_rounding in ('floor', 'half_up', 'ceil')),
  inspection_days integer not null default 7 check (inspection_days between 0 and 60),
  stall_days integer not null default 5 check (stall_days between 1 and 99),
  warn_days integer not null default 3 check (warn_days between 0 and 30),
  version integer not null default 1,
  check (is_payment_last_date or payment_date is not null)
);

create table member (
  username text primary key,
  company_id text references factory,
  email text not null,
  name text not null,
  is_admin boolean not null default false,
  permissions text[] not null default '{}' check (permissions <@ array['accounting', 'inventory', 'bi']),
  is_active boolean not null default true,
  created_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version integer not null default 1
);
create index member_company on member (company_id, username);

create table collaboration (
  seller_id text not null references factory,
  buyer_id text not null references factory,
  is_payment_last_date boolean not null,
  payment_date integer check (payment_date between 1 and 31),
  pay_month integer not null check (pay_month between 0 and 6),
  pay_day integer not null check (pay_day between 1 and 31),
  amount_rounding text not null check (amount_rounding in ('floor', 'half_up', 'ceil')),
  tax_rounding text not null check (tax_rounding in ('floor', 'half_up', 'ceil')),
  invoice_basis text not null default 'monthly' check (invoice_basis in ('monthly', 'delivery_note')),
  show_carry_over boolean not null default true,
  last_chat_time timestamptz,
  is_active boolean not null default true,
  created_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version integer not null default 1,
  primary key (seller_id, buyer_id),
  check (seller_id <> buyer_id),
  check (is_payment_last_date or payment_date is not null)
);
create index collaboration_buyer on collaboration (buyer_id, seller_id);

create table destination (
  destination_id bigint generated always as identity primary key,
  factory_id text not null references factory,
  name text not null,
  postal_code text,
  address text,
  tel text,
  person text,
  note text,
  is_default boolean not null default false,
  is_active boolean not null default true,
  version integer not null default 1
);
create index destination_factory on destination (factory_id, destination_id);

create table process (
  company_id text not null references factory,
  group_id integer not null check (group_id between 1 and 98),
  label text not null,
  role text not null check (role in ('inbox', 'queue', 'work', 'outsource', 'inspect', 'ready')),
  version integer not null default 1,
  primary key (company_id, group_id)
);

create table product (
  product_id bigint generated always as identity primary key,
  seller_id text not null,
  buyer_id text not null,
  code text not null,
  name text not null,
  drawing_no text,
  drawing_revision text,
  order_unit text not null check (order_unit in ('piece', 'kg', 'set')),
  unit text not null check (unit in ('piece', 'kg', 'set')),
  unit_weight numeric(15,3) check (unit_weight > 0),
  pieces_per_set numeric(15,3) check (pieces_per_set > 0),
  is_stock boolean not null default false,
  num_threshold numeric(15,3),
  is_active boolean not null default true,
  version integer not null default 1,
  foreign key (seller_id, buyer_id) references collaboration,
  unique (seller_id, code)
);
create index product_pair on product (buyer_id, seller_id, code);

create table product_price (
  product_id bigint not null references product,
  seller_id text not null,
  buyer_id text not null,
  effective_from date not null,
  min_quantity numeric(15,3) not null default 0,
  unit_price numeric(15,3) not null check (unit_price >= 0),
  agreed_on date not null,
  primary key (product_id, effective_from, min_quantity)
);

create table counter (
  company_id text not null references factory,
  kind text not null,
  value bigint not null,
  primary key (company_id, kind)
);

-- 外注依頼 ---------------------------------------------------------------------------------------------------------------

create table orders (
  key bigint generated always as identity primary key,
  seller_id text not null,
  buyer_id text not null,
  order_id text not null,
  order_date date not null,
  seller jsonb not null,
  buyer jsonb not null,
  inspection_days integer not null,
  payment_terms text not null,
  payment_method text not null default 'transfer' check (payment_method in ('transfer', 'factoring', 'electronic')),
  payment_detail text,
  supply_terms text,
  note text,
  person text,
  sent_time timestamptz not null,
  viewed_time timestamptz,
  cancelled_time timestamptz,
  cancel_reason text,
  version integer not null default 1,
  foreign key (seller_id, buyer_id) references collaboration,
  unique (buyer_id, order_id)
);
create index orders_buyer on orders (buyer_id, order_date desc, key desc);
create index orders_seller on orders (seller_id, order_date desc, key desc);

-- Cards and their log -------------------------------------------------------------------------------------------------

create table card (
  key bigint generated always as identity primary key,
  seller_id text not null,
  buyer_id text not null,
  id text not null,
  order_key bigint references orders,
  order_id text,
  parent_id text,
  task_type text check (task_type in ('division', 'defective', 'part')),
  product_id bigint references product,
  name text not null,
  drawing_no text,
  drawing_revision text,
  num_items numeric(15,3) not null check (num_items > 0),
  num_good numeric(15,3) not null default 0 check (num_good >= 0),
  num_defective numeric(15,3) not null default 0 check (num_defective >= 0),
  num_partial numeric(15,3) not null default 0 check (num_partial >= 0),
  num_delivered numeric(15,3) not null default 0 check (num_delivered >= 0),
  order_unit text not null check (order_unit in ('piece', 'kg', 'set')),
  unit text not null check (unit in ('piece', 'kg', 'set')),
  num_units numeric(15,3) not null,
  unit_weight numeric(15,3) check (unit_weight > 0),
  pieces_per_set numeric(15,3) check (pieces_per_set > 0),
  unit_price numeric(15,3) check (unit_price >= 0),
  price bigint,
  is_billing_target boolean not null default true,
  is_urgent boolean not null default false,
  delivery_date date,
  delivery_time text check (delivery_time ~ '^[0-2][0-9]:[0-5][0-9]$'),
  destination_id bigint references destination,
  destination text,
  note text,
  group_id integer not null check (group_id between 1 and 99),
  subgroup_id integer,
  status text not null,
  moved_group integer,
  answer text check (answer in ('waiting', 'proposed', 'accepted', 'declined')),
  proposed_delivery_date date,
  answer_reason text,
  created_time timestamptz not null,
  product_time timestamptz,
  shipped_time timestamptz,
  cancelled_time timestamptz,
  group_update_time timestamptz not null,
  update_time timestamptz not null,
  search_key text not null,
  version integer not null default 1,
  foreign key (seller_id, buyer_id) references collaboration,
  foreign key (seller_id, parent_id) references card (seller_id, id),
  unique (seller_id, id),
  check ((group_id = 99) = (shipped_time is not null or cancelled_time is not null))
);
-- The board's order: urgent first, then by date (none last), then who has waited longest in the process.
create index card_board on card (seller_id, group_id, (not is_urgent), (coalesce(delivery_date, 'infinity'::date)), group_update_time, key)
  where group_id <> 99;
create index card_board_buyer on card (buyer_id, seller_id, group_id, (not is_urgent), (coalesce(delivery_date, 'infinity'::date)),
  group_update_time, key) where group_id <> 99;
create index card_undelivered on card (seller_id, buyer_id, shipped_time, key) where shipped_time is not null and is_billing_target and num_delivered < num_good;
create index card_shipped on card (seller_id, shipped_time desc, key desc) where shipped_time is not null;
create index card_order on card (order_key, key);
create index card_parent on card (seller_id, parent_id) where parent_id is not null;

-- What only the factory may know of a card.
create table card_inner (
  card_key bigint primary key references card,
  seller_id text not null,
  inner_note text,
  worker text,
  work_start timestamptz,
  work_end timestamptz,
  collab_id text,
  collab_name text
);

create table order_line (
  order_key bigint not null references orders,
  line_no integer not null,
  seller_id text not null,
  buyer_id text not null,
  card_key bigint not null references card,
  product_id bigint references product,
  name text not null,
  drawing_no text,
  drawing_revision text,
  num_items numeric(15,3) not null,
  order_unit text not null,
  unit text not null,
  num_units numeric(15,3) not null,
  unit_price numeric(15,3),
  price bigint,
  delivery_date date not null,
  delivery_time text,
  destination text,
  inspection_due date,
  payment_due date,
  supply text check (supply in ('free', 'paid')),
  supplied_material text,
  undetermined_reason text,
  planned_fix_date date,
  note text,
  primary key (order_key, line_no)
);
create index order_line_card on order_line (card_key);

-- Append only. seq is gapless per subject and equals the subject's version; after holds the changed fields, so that
-- folding a card's entries in order gives the card's row.
create table activity (
  key bigint generated always as identity primary key,
  seller_id text not null,
  buyer_id text not null,
  subject text not null check (subject in ('card', 'order', 'delivery', 'invoice', 'payment')),
  subject_key bigint not null,
  seq integer not null,
  kind text not null,
  at timestamptz not null,
  actor text not null,
  actor_name text not null,
  actor_company text,
  on_behalf_of text,
  origin text not null,
  reason text,
  before jsonb not null default '{}',
  after jsonb not null default '{}',
  unique (subject, subject_key, seq)
);
create index activity_seller on activity (seller_id, key desc);
create index activity_buyer on activity (buyer_id, key desc);

create table activity_inner (
  activity_key bigint primary key references activity,
  seller_id text not null,
  before jsonb not null default '{}',
  after jsonb not null default '{}'
);

-- 納品書, 請求書, 入金 -----------------------------------------------------------------------------------------------------

create table delivery (
  key bigint generated always as identity primary key,
  seller_id text not null,
  buyer_id text not null,
  number text not null,
  delivery_date date not null,
  seller jsonb not null,
  buyer jsonb not null,
  destination text,
  person text,
  note text,
  show_amounts boolean not null default true,
  with_receipt boolean not null default false,
  invoice_basis text not null,
  amount_rounding text not null,
  tax_rounding text not null,
  by_rate jsonb not null,
  subtotal bigint not null,
  tax bigint not null,
  total bigint not null,
  layout integer not null default 1,
  issued_time timestamptz not null,
  viewed_time timestamptz,
  cancelled_time timestamptz,
  cancel_reason text,
  version integer not null default 1,
  foreign key (seller_id, buyer_id) references collaboration,
  unique (seller_id, number)
);
create index delivery_seller on delivery (seller_id, delivery_date desc, key desc);
create index delivery_buyer on delivery (buyer_id, delivery_date desc, key desc);

create table closed_period (
  seller_id text not null,
  buyer_id text not null,
  ym integer not null check (ym between 190001 and 299912 and ym % 100 between 1 and 12),
  start_date date not null,
  end_date date not null,
  terms jsonb not null,
  invoice_key bigint,
  closed_time timestamptz not null,
  primary key (seller_id, buyer_id, ym),
  foreign key (seller_id, buyer_id) references collaboration,
  check (start_date <= end_date)
);

create table invoice (
  key bigint generated always as identity primary key,
  seller_id text not null,
  buyer_id text not null,
  number text not null,
  ym integer not null,
  start_date date not null,
  end_date date not null,
  invoice_date date not null,
  due_date date not null,
  seller jsonb not null,
  buyer jsonb not null,
  terms jsonb not null,
  person text,
  note text,
  invoice_basis text not null,
  tax_rounding text not null,
  show_carry_over boolean not null,
  prev_billed bigint not null,
  received bigint not null,
  adjustment bigint not null,
  carried_over bigint not null,
  by_rate jsonb not null,
  subtotal bigint not null,
  tax bigint not null,
  total bigint not null,
  billed_now bigint not null,
  layout integer not null default 1,
  issued_time timestamptz not null,
  viewed_time timestamptz,
  cancelled_time timestamptz,
  cancel_reason text,
  version integer not null default 1,
  foreign key (seller_id, buyer_id) references collaboration,
  unique (seller_id, number)
);
create index invoice_seller on invoice (seller_id, invoice_date desc, key desc);
create index invoice_buyer on invoice (buyer_id, invoice_date desc, key desc);
create unique index invoice_live on invoice (seller_id, buyer_id, ym) where cancelled_time is null;
alter table closed_period add foreign key (invoice_key) references invoice;

create table delivery_line (
  delivery_key bigint not null references delivery,
  line_no integer not null,
  seller_id text not null,
  buyer_id text not null,
  card_key bigint references card,
  card_id text,
  order_id text,
  sales_date date not null,
  name text not null,
  drawing_no text,
  num_items numeric(15,3) not null,
  order_unit text not null,
  num_units numeric(15,3) not null,
  unit text not null,
  unit_price numeric(15,3) not null,
  price bigint not null,
  tax_rate integer not null,
  note text,
  billing_ym integer,
  invoice_key bigint references invoice,
  is_live boolean not null default true,
  primary key (delivery_key, line_no)
);
create index delivery_line_card on delivery_line (card_key);
create index delivery_line_unbilled on delivery_line (seller_id, buyer_id, sales_date) where invoice_key is null and is_live;
create index delivery_line_invoice on delivery_line (invoice_key);

create table invoice_line (
  invoice_key bigint not null references invoice,
  line_no integer not null,
  seller_id text not null,
  buyer_id text not null,
  delivery_key bigint references delivery,
  delivery_line_no integer,
  delivery_number text,
  sales_date date not null,
  order_id text,
  name text not null,
  drawing_no text,
  num_units numeric(15,3) not null,
  unit text not null,
  unit_price numeric(15,3) not null,
  price bigint not null,
  tax_rate integer not null,
  note text,
  primary key (invoice_key, line_no)
);

create table payment (
  key bigint generated always as identity primary key,
  seller_id text not null,
  buyer_id text not null,
  payment_date date not null,
  note text,
  recorded_time timestamptz not null,
  cancelled_time timestamptz,
  version integer not null default 1,
  foreign key (seller_id, buyer_id) references collaboration
);
create index payment_seller on payment (seller_id, buyer_id, payment_date);

create table payment_line (
  payment_key bigint not null references payment,
  line_no integer not null,
  seller_id text not null,
  kind text not null check (kind in ('transfer', 'cash', 'offset', 'discount', 'fee', 'bill', 'other')),
  amount bigint not null check (amount > 0),
  primary key (payment_key, line_no)
);

create table settlement (
  payment_key bigint not null references payment,
  invoice_key bigint not null references invoice,
  seller_id text not null,
  amount bigint not null check (amount > 0),
  primary key (payment_key, invoice_key)
);
create index settlement_invoice on settlement (invoice_key);

-- Signed-in browsers and repeated posts ---------------------------------------------------------------------------------

create table session (
  hash text primary key,
  username text not null,
  sealed text not null,
  acting_id text,
  created_time timestamptz not null,
  seen_time timestamptz not null,
  refresh_time timestamptz not null,
  expires_time timestamptz not null
);
create index session_username on session (username);

create table idempotency (
  company_id text not null,
  username text not null,
  key text not null,
  request_hash text not null,
  status integer,
  answer jsonb,
  created_time timestamptz not null default now(),
  primary key (company_id, username, key)
);

-- Second wall -----------------------------------------------------------------------------------------------------------

do $$
declare name text;
begin
  foreach name in array array['factory_meta', 'member', 'process', 'counter', 'idempotency'] loop
    execute format('alter table %I enable row level security', name);
  end loop;
  foreach name in array array['card_inner', 'activity_inner', 'payment_line', 'settlement'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy tenant on %I using (seller_id = app_company()) with check (seller_id = app_company())', name);
  end loop;
  foreach name in array array['product', 'product_price', 'orders', 'order_line', 'card', 'activity', 'delivery', 'delivery_line',
                              'invoice', 'invoice_line', 'closed_period', 'payment'] loop
    execute format('alter table %I enable row level security', name);
    -- The case keeps the planner from reading all of a company's rows by two indexes: the query's own where leads.
    execute format('create policy tenant on %I using (case when app_company() in (seller_id, buyer_id) then true else false end)
      with check (app_company() in (seller_id, buyer_id))', name);
  end loop;
end $$;

alter table factory enable row level security;
alter table collaboration enable row level security;
alter table destination enable row level security;
create policy tenant on collaboration using (app_operator() or app_company() in (seller_id, buyer_id))
  with check (app_operator() or app_company() = seller_id);
create policy tenant on factory for select using (app_operator() or id = app_company()
  or exists (select 1 from collaboration c where (c.seller_id = app_company() and c.buyer_id = factory.id) or (c.buyer_id = app_company() and c.seller_id = factory.id)));
create policy own on factory for update using (app_operator() or id = app_company());
create policy made on factory for insert with check (app_operator());
create policy seen on destination for select using (factory_id = app_company()
  or exists (select 1 from collaboration c where c.seller_id = app_company() and c.buyer_id = destination.factory_id));
create policy own on destination using (factory_id = app_company()) with check (factory_id = app_company());
create policy own on factory_meta using (app_operator() or company_id = app_company()) with check (app_operator() or company_id = app_company());
create policy seen on factory_meta for select using (exists (select 1 from collaboration c where c.buyer_id = app_company() and c.seller_id = factory_meta.company_id));
create policy own on process using (app_operator() or company_id = app_company()) with check (app_operator() or company_id = app_company());
create policy seen on process for select using (exists (select 1 from collaboration c where c.buyer_id = app_company() and c.seller_id = process.company_id));
create policy own on member using (app_operator() or company_id = app_company() or username = app_username())
  with check (app_operator() or company_id = app_company());
create policy own on counter using (company_id = app_company()) with check (company_id = app_company());
create policy own on idempotency using (company_id = coalesce(app_company(), '')) with check (company_id = coalesce(app_company(), ''));

-- The log is append only, issued documents are frozen: the application may change no more than their state.
revoke update, delete, truncate on activity, activity_inner, order_line, invoice_line, payment_line from koba_app;
revoke update, delete on orders, delivery, delivery_line, invoice, payment, settlement, closed_period, card from koba_app;
grant update on card to koba_app;
grant update (viewed_time, cancelled_time, cancel_reason, version) on orders, delivery, invoice to koba_app;
grant update (billing_ym, invoice_key, is_live) on delivery_line to koba_app;
grant update (cancelled_time, version) on payment to koba_app;
grant delete on closed_period, settlement to koba_app;

-- A buyer's order takes the next of the factory's card numbers, and nothing else of the factory's.
create function next_number(company text, kind_of text) returns bigint language plpgsql security definer set search_path = public as $$
declare taken bigint;
begin
  if company is distinct from app_company() and not (kind_of = 'card' and exists (
    select 1 from collaboration c where c.seller_id = company and c.buyer_id = app_company() and c.is_active)) then
    raise exception 'not a company of yours';
  end if;
  insert into counter (company_id, kind, value) values (company, kind_of, case when kind_of = 'card' then 1001 else 1 end)
  on conflict (company_id, kind) do update set value = counter.value + 1 returning value into taken;
  return taken;
end $$;
revoke all on counter from koba_app;
grant select on counter to koba_app;
grant execute on function next_number(text, text) to koba_app;
