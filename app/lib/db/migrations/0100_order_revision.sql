-- 変更依頼 and the versions of an order: what is proposed, what the other side answers, and each version as it was agreed. All of it only grows.
alter table order_line add column revision integer not null default 1 check (revision >= 1);

create table order_amendment (
  key bigint generated always as identity primary key,
  order_key bigint not null references orders,
  seller_id text not null,
  buyer_id text not null,
  base_revision integer not null check (base_revision >= 1),
  proposed_by text not null references factory,
  proposer_name text not null,
  proposed_time timestamptz not null,
  expires_date date not null,
  words text not null,
  made text check (made in ('buy', 'stock', 'scrap', 'keep')),
  wip text check (wip in ('buy', 'stock', 'scrap', 'keep')),
  returned text check (returned in ('return', 'keep')),
  drawing text check (drawing in ('keep', 'remake')),
  cause text check (cause in ('buyer', 'seller', 'both')),
  cost_tax_rate integer check (cost_tax_rate in (0, 8, 10)),
  counters bigint references order_amendment,
  check (proposed_by in (seller_id, buyer_id))
);
create index order_amendment_order on order_amendment (order_key);
create table order_amendment_item (
  amendment_key bigint not null references order_amendment,
  item_no integer not null check (item_no >= 1),
  order_key bigint not null references orders,
  seller_id text not null,
  buyer_id text not null,
  -- Null: a line to be added.
  line_no integer,
  is_cancel boolean not null default false,
  before jsonb not null,
  after jsonb not null,
  seen jsonb,
  cost bigint check (cost > 0),
  primary key (amendment_key, item_no),
  foreign key (order_key, line_no) references order_line
);
create index order_amendment_item_order on order_amendment_item (order_key);
create table order_amendment_answer (
  amendment_key bigint not null,
  item_no integer not null,
  seller_id text not null,
  buyer_id text not null,
  state text not null check (state in ('agreed', 'declined', 'withdrawn', 'countered')),
  answered_by text not null references factory,
  answerer_name text not null,
  answered_time timestamptz not null,
  words text,
  revision integer,
  primary key (amendment_key, item_no),
  foreign key (amendment_key, item_no) references order_amendment_item,
  check ((state = 'agreed') = (revision is not null)),
  check (answered_by in (seller_id, buyer_id))
);
create table order_revision (
  order_key bigint not null references orders,
  revision integer not null check (revision >= 2),
  seller_id text not null,
  buyer_id text not null,
  amendment_key bigint not null references order_amendment,
  agreed_by text not null references factory,
  agreer_name text not null,
  agreed_time timestamptz not null,
  words text,
  primary key (order_key, revision)
);
-- A line as a version has it; a line that is not here is as the version before has it.
create table order_revision_line (like order_line);
alter table order_revision_line add column is_off boolean not null default false, add primary key (order_key, revision, line_no),
  add foreign key (order_key, revision) references order_revision, add foreign key (order_key, line_no) references order_line;

do $$
declare name text;
begin
  foreach name in array array['order_amendment', 'order_amendment_item', 'order_amendment_answer', 'order_revision', 'order_revision_line'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy tenant on %I using (case when app_company() in (seller_id, buyer_id) then true else false end)
      with check (app_company() in (seller_id, buyer_id))', name);
    execute format('revoke update, delete, truncate on %I from koba_app', name);
  end loop;
end $$;

-- What an order said when it was sent: a line that was added later is bound by the log of its version.
create or replace function document_words(subject_of text, key_of bigint) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select case subject_of
    when 'order' then (
      select jsonb_build_array(d.key, d.seller_id, d.buyer_id, d.order_id, d.order_date, d.seller, d.buyer, d.inspection_days, d.payment_terms,
        d.payment_method, d.payment_detail, d.supply_terms, d.note, d.person, (extract(epoch from d.sent_time) * 1000000)::bigint, d.maturity,
        d.maturity_unit, (select jsonb_agg(jsonb_build_array(l.line_no, l.card_key, l.product_id, l.name, l.drawing_no, l.drawing_revision,
          trim_scale(l.num_items), l.order_unit, l.unit, trim_scale(l.num_units), trim_scale(l.unit_price), l.price, l.delivery_date, l.delivery_time,
          l.destination, l.inspection_due, l.payment_due, l.supply, l.supplied_material, l.undetermined_reason, l.planned_fix_date, l.note)
          order by l.line_no) from order_line l where l.order_key = d.key and l.revision = 1))::text
      from orders d where d.key = key_of)
    when 'delivery' then (
      select jsonb_build_array(d.key, d.seller_id, d.buyer_id, d.number, d.delivery_date, d.seller, d.buyer, d.destination, d.person, d.note,
        d.show_amounts, d.with_receipt, d.invoice_basis, d.amount_rounding, d.tax_rounding, d.by_rate, d.subtotal, d.tax, d.total, d.layout,
        (extract(epoch from d.issued_time) * 1000000)::bigint, (select jsonb_agg(jsonb_build_array(l.line_no, l.card_key, l.card_id, l.order_id,
          l.sales_date, l.name, l.drawing_no, trim_scale(l.num_items), l.order_unit, trim_scale(l.num_units), l.unit, trim_scale(l.unit_price),
          l.price, l.tax_rate, l.note, l.original_date, l.original_number) order by l.line_no) from delivery_line l where l.delivery_key = d.key))::text
      from delivery d where d.key = key_of)
    when 'invoice' then (
      select jsonb_build_array(d.key, d.seller_id, d.buyer_id, d.number, d.ym, d.start_date, d.end_date, d.invoice_date, d.due_date, d.seller, d.buyer,
        d.terms, d.person, d.note, d.invoice_basis, d.tax_rounding, d.show_carry_over, d.prev_billed, d.received, d.adjustment, d.carried_over,
        d.by_rate, d.subtotal, d.tax, d.total, d.billed_now, d.layout, (extract(epoch from d.issued_time) * 1000000)::bigint,
        (select jsonb_agg(jsonb_build_array(l.line_no, l.delivery_key, l.delivery_line_no, l.delivery_number, l.sales_date, l.order_id, l.name,
          l.drawing_no, trim_scale(l.num_units), l.unit, trim_scale(l.unit_price), l.price, l.tax_rate, l.note, l.original_date, l.original_number)
          order by l.line_no) from invoice_line l where l.invoice_key = d.key))::text
        || coalesce(case when d.is_single or d.corrects is not null then jsonb_build_array(d.is_single, d.corrects, d.correction, d.revision) end::text, '')
      from invoice d where d.key = key_of)
  end
$$;

-- What a version says, as one digest: the log's entry of the version holds it, and the log is chained.
create function revision_digest(order_of bigint, revision_of integer) returns text
language sql stable set search_path = public, pg_temp as $$
  select encode(sha256(convert_to(coalesce(jsonb_agg(jsonb_build_array(l.line_no, l.is_off, l.card_key, l.product_id, l.name, l.drawing_no, l.drawing_revision,
    trim_scale(l.num_items), l.order_unit, l.unit, trim_scale(l.num_units), trim_scale(l.unit_price), l.price, l.delivery_date, l.delivery_time,
    l.destination, l.inspection_due, l.payment_due, l.supply, l.supplied_material, l.undetermined_reason, l.planned_fix_date, l.note)
    order by l.line_no)::text, ''), 'UTF8')), 'hex')
  from order_revision_line l
  where l.order_key = order_of and l.revision = revision_of
$$;
revoke execute on function revision_digest(bigint, integer) from public;
grant execute on function revision_digest(bigint, integer) to koba_app;

-- (2) Versions follow each other without a gap, and say what the log says they said; (6) they stand between the companies of their order.
create function check_revisions() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select '2 order versions', format('%s: versions to %s, %s of them', o.order_id, max(r.revision), count(*))
  from order_revision r join orders o on o.key = r.order_key group by o.key, o.order_id having max(r.revision) <> count(*) + 1
  union all
  select '2 order versions', format('%s version %s is not what was agreed', o.order_id, r.revision)
  from order_revision r join orders o on o.key = r.order_key
  where not exists (select 1 from activity a where a.subject = 'order' and a.subject_key = r.order_key and a.kind = 'revised'
    and (a.after ->> 'revision')::integer = r.revision and a.after ->> 'digest' = revision_digest(r.order_key, r.revision))
  union all
  select '2 order versions', format('%s line %s came with version %s', o.order_id, l.line_no, l.revision)
  from order_line l join orders o on o.key = l.order_key left join order_revision r on r.order_key = l.order_key and r.revision = l.revision
  where l.revision > 1 and r.revision is null
  union all
  select '6 company crossing', format('order amendment %s', a.key) from order_amendment a join orders o on o.key = a.order_key
  where (a.seller_id, a.buyer_id) <> (o.seller_id, o.buyer_id)
  union all
  select '6 company crossing', format('item %s of order amendment %s', i.item_no, a.key) from order_amendment_item i join order_amendment a on a.key = i.amendment_key
  where (i.seller_id, i.buyer_id, i.order_key) <> (a.seller_id, a.buyer_id, a.order_key)
  union all
  select '6 company crossing', format('answer %s to order amendment %s', n.item_no, a.key)
  from order_amendment_answer n join order_amendment a on a.key = n.amendment_key
  where (n.seller_id, n.buyer_id) <> (a.seller_id, a.buyer_id)
    or (n.state in ('agreed', 'declined') and n.answered_by = a.proposed_by) or (n.state = 'withdrawn' and n.answered_by <> a.proposed_by)
  union all
  select '6 company crossing', format('version %s of order %s', r.revision, o.order_id) from order_revision r join orders o on o.key = r.order_key
  where (r.seller_id, r.buyer_id) <> (o.seller_id, o.buyer_id)
  union all
  select '6 company crossing', format('line %s of version %s of order %s', l.line_no, l.revision, o.order_id)
  from order_revision_line l join orders o on o.key = l.order_key where (l.seller_id, l.buyer_id) <> (o.seller_id, o.buyer_id)
$$;
alter function check_invariants() rename to check_before_revisions;
create function check_invariants() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select * from check_before_revisions() union all select * from check_revisions()
$$;
revoke execute on function check_before_revisions(), check_revisions(), check_invariants() from public;
grant execute on function check_invariants() to koba_app;
