-- Whom a 見積依頼書 was sent to, with the address, as it stood that day; null of those sent before.
alter table quote_seller add column seller jsonb;

-- What is not said adds no word, so that what was sent before keeps its digest.
create or replace function quote_words(part bigint, version_of integer) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select (jsonb_build_array(q.key, q.number, q.made_by, s.seller_id, s.buyer_id, s.seller_name, q.request_date, q.name, q.drawing_no, q.drawing_revision,
    q.material, q.surface, q.dimensions, q.order_unit, q.unit, trim_scale(q.unit_weight), trim_scale(q.pieces_per_set), q.quantities, q.note, q.wish_date,
    q.person, q.buyer, (select jsonb_build_array(a.key, a.version, (extract(epoch from a.sent_time) * 1000000)::bigint, a.person, a.seller, a.valid_until,
      a.tooling, a.tooling_owner, a.other, a.comment, a.is_late, a.renews, a.subtotal, (select jsonb_agg(jsonb_build_array(trim_scale(l.quantity),
      trim_scale(l.unit_price), l.lead_days, l.shipping) || case when l.price is null then '[]' else jsonb_build_array(l.price) end
      order by l.quantity) from quote_answer_line l where l.answer_key = a.key))
      || case when a.payment_terms is null then '[]' else jsonb_build_array(a.payment_terms) end
      from quote_answer a where a.seller_key = s.key and a.version = version_of))
    || case when q.destination is null and s.payment_terms is null then '[]' else jsonb_build_array(q.destination, s.payment_terms) end
    || case when s.seller is null then '[]' else jsonb_build_array(s.seller) end)::text
  from quote_seller s join quote q on q.key = s.quote_key where s.key = part
$$;
