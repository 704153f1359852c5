-- Of an ordered line: the 工程 that is asked for, and whether it may come in parts. Lines sent before say neither.
do $$
declare name text;
begin
  foreach name in array array['order_line', 'order_revision_line'] loop
    execute format('alter table %I add column process_name text, add column part_delivery text check (part_delivery in (''allowed'', ''refused''))', name);
  end loop;
end $$;

-- 残 of what a pair orders: what is not delivered yet, or what is not accepted yet (R9-3).
alter table collaboration add column rest_base text not null default 'delivered' check (rest_base in ('delivered', 'accepted'));

-- Lines that say nothing of these are bound as they were.
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
        || coalesce((select jsonb_agg(jsonb_build_array(l.line_no, trim_scale(l.over_pct), trim_scale(l.under_pct), trim_scale(l.supply_quantity),
          l.supply_unit, trim_scale(l.supply_price), l.supply_date) order by l.line_no) from order_line l where l.order_key = d.key and l.revision = 1
          and num_nonnulls(l.over_pct, l.under_pct, l.supply_quantity, l.supply_unit, l.supply_price, l.supply_date) > 0)::text, '')
        || coalesce(case when num_nonnulls(d.over_pct, d.under_pct) > 0 then jsonb_build_array(trim_scale(d.over_pct), trim_scale(d.under_pct)) end::text, '')
        || coalesce((select jsonb_agg(jsonb_build_array(l.line_no, l.process_name, l.part_delivery) order by l.line_no) from order_line l
          where l.order_key = d.key and l.revision = 1 and num_nonnulls(l.process_name, l.part_delivery) > 0)::text, '')
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

create or replace function revision_digest(order_of bigint, revision_of integer) returns text
language sql stable set search_path = public, pg_temp as $$
  select encode(sha256(convert_to(coalesce(jsonb_agg(jsonb_build_array(l.line_no, l.is_off, l.card_key, l.product_id, l.name, l.drawing_no, l.drawing_revision,
    trim_scale(l.num_items), l.order_unit, l.unit, trim_scale(l.num_units), trim_scale(l.unit_price), l.price, l.delivery_date, l.delivery_time,
    l.destination, l.inspection_due, l.payment_due, l.supply, l.supplied_material, l.undetermined_reason, l.planned_fix_date, l.note)
    order by l.line_no)::text, '')
    || coalesce((jsonb_agg(jsonb_build_array(l.line_no, trim_scale(l.over_pct), trim_scale(l.under_pct), trim_scale(l.supply_quantity), l.supply_unit,
      trim_scale(l.supply_price), l.supply_date) order by l.line_no) filter (where num_nonnulls(l.over_pct, l.under_pct, l.supply_quantity, l.supply_unit,
      l.supply_price, l.supply_date) > 0))::text, '')
    || coalesce((jsonb_agg(jsonb_build_array(l.line_no, l.process_name, l.part_delivery) order by l.line_no)
      filter (where num_nonnulls(l.process_name, l.part_delivery) > 0))::text, ''), 'UTF8')), 'hex')
  from order_revision_line l
  where l.order_key = order_of and l.revision = revision_of
$$;
