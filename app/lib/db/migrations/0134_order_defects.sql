-- R9-2: material goes into defective pieces as well. A factory's 不良 are its own; of an order's cards both sides learn which
-- are made anew of new material, and on what day the last 不良 of each was counted.
create function order_defects(order_keys bigint[]) returns table (card_key bigint, is_remade boolean, counted_date date)
language sql stable security definer set search_path = public, pg_temp as $$
  select c.key, exists (select from defect d where d.child_key = c.key and d.treatment = 'remake' and not d.is_void),
    (select (max(a.at) at time zone 'Asia/Tokyo')::date from activity a where a.subject = 'card' and a.subject_key = c.key and a.after ? 'num_defective')
  from card c
  where c.order_key = any (order_keys) and app_company() in (c.seller_id, c.buyer_id) and (c.num_defective > 0 or c.task_type = 'defective')
$$;
revoke all on function order_defects(bigint[]) from public;
grant execute on function order_defects(bigint[]) to koba_app;
