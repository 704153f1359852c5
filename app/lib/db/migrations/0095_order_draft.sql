-- 下書き and ひな形 of 外注依頼: what stood in the form, of the writer's company alone (D31).
create table order_draft (
  key bigint generated always as identity primary key,
  buyer_id text not null,
  seller_id text not null,
  template_name text,
  fields jsonb not null,
  label text,
  num_lines integer not null,
  username text not null,
  name text not null,
  updated_time timestamptz not null,
  deleted_time timestamptz,
  version integer not null default 1,
  foreign key (seller_id, buyer_id) references collaboration
);
create index order_draft_buyer on order_draft (buyer_id, key);
create unique index order_draft_template on order_draft (buyer_id, template_name)
  where template_name is not null and deleted_time is null;
alter table order_draft enable row level security;
create policy own on order_draft using (buyer_id = app_company()) with check (buyer_id = app_company());
revoke truncate on order_draft from koba_app;

-- Files of a draft, and what an order was sent with: the order's own copies, which nobody takes away again.
alter table file drop constraint file_owner_kind_check, add constraint file_owner_kind_check
  check (owner_kind in ('card', 'defect', 'product', 'chat', 'logo', 'seal', 'record', 'inspection', 'order', 'order_draft')) not valid;
alter table file validate constraint file_owner_kind_check;

-- What was ordered of a product, or by a name, the last time.
create index order_line_product on order_line (product_id, order_key) where product_id is not null;

-- (6) What an order was sent with is between its two companies, and stays.
create function check_order_files() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select '6 files', format('file %s of order %s', f.id, f.owner_key)
  from file f left join orders o on o.key = split_part(f.owner_key, '.', 1)::bigint
  where f.owner_kind = 'order' and (o.key is null or f.deleted_time is not null or f.is_inner
    or (o.seller_id, o.buyer_id) <> (f.seller_id, f.buyer_id))
$$;
alter function check_invariants() rename to check_before_order_files;
create function check_invariants() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select * from check_before_order_files() union all select * from check_order_files()
$$;
revoke execute on function check_before_order_files(), check_order_files(), check_invariants() from public;
grant execute on function check_invariants() to koba_app;
