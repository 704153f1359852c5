-- The 納品書 of a card are read once for all that it counts for: where the function's body is put in place of its call, its arguments are reckoned
-- wherever they stand in it, ten times a card (`offset 0` keeps them apart).
create or replace function bi_facts(since date) returns setof bi_fact language sql stable set search_path = public, pg_temp as $$
  select f.* from card c left join agreed_due d on d.card_key = c.key
      left join collaboration k on k.seller_id = c.seller_id and k.buyer_id = c.buyer_id,
    lateral (select judged_by(c, k.on_time_day) as parts offset 0) j, facts_of_card(1, c, d.original_date, j.parts) f where f.day >= since
  union all select f.* from card c left join card_lead l on l.card_key = c.key, facts_of_lead(1, c, l.accepted_day, l.started_day) f
    where c.shipped_time >= since::timestamp at time zone 'Asia/Tokyo'
  union all select f.* from work w join card c on c.key = w.card_key, facts_of_work(1, c, w) f
    where w.work_end >= since::timestamp at time zone 'Asia/Tokyo'
  union all select f.* from defect d join card c on c.key = d.card_key, facts_of_defect(1, c, d) f
    where d.recorded_time >= since::timestamp at time zone 'Asia/Tokyo'
  union all select f.* from work_minute m join work w on w.key = m.work_key join card c on c.key = w.card_key, facts_of_minutes(1, c, w, m) f where m.day >= since
  union all select f.* from card_stay s join card c on c.key = s.card_key, facts_of_stay(1, c, s) f
    where s.left_time >= since::timestamp at time zone 'Asia/Tokyo'
$$;

create or replace function bi_card_insert() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  facts bi_fact[];
begin
  perform share_on_time_day(array(select distinct c.seller_id from come c));
  insert into agreed_due (card_key, seller_id, original_date)
  select c.key, c.seller_id, c.delivery_date from come c where c.delivery_date is not null and coalesce(c.answer, 'accepted') = 'accepted';
  insert into card_stay (seller_id, card_key, group_id, entered_time)
  select c.seller_id, c.key, c.group_id, c.group_update_time from come c where c.group_id <> 99;
  select array_agg(f) into facts from come c left join agreed_due d on d.card_key = c.key
    left join collaboration k on k.seller_id = c.seller_id and k.buyer_id = c.buyer_id,
    lateral (select judged_by(c::card, k.on_time_day) as parts offset 0) j, facts_of_card(1, c::card, d.original_date, j.parts) f;
  perform add_bi(facts);
  return null;
end $$;

create or replace function bi_card_update() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  facts bi_fact[];
  moved bigint[];
begin
  perform share_on_time_day(array(select distinct c.seller_id from come c));
  with pair as materialized (select g::card as g, c::card as c, d.original_date as was, agreed_after(d.original_date, g::card, c::card) as original,
        (g.product_id, g.buyer_id, g.task_type, g.order_unit) is distinct from (c.product_id, c.buyer_id, c.task_type, c.order_unit) as is_another,
        b.on_time_day as day_before, k.on_time_day as day_now
      from gone g join come c on c.key = g.key left join agreed_due d on d.card_key = c.key
        left join collaboration b on b.seller_id = g.seller_id and b.buyer_id = g.buyer_id
        left join collaboration k on k.seller_id = c.seller_id and k.buyer_id = c.buyer_id
      where (g.shipped_time, g.cancelled_time, g.num_good, g.num_items, g.price, g.is_billing_target, g.delivery_date, g.answer, g.product_id, g.buyer_id,
          g.task_type, g.order_unit) is distinct from
        (c.shipped_time, c.cancelled_time, c.num_good, c.num_items, c.price, c.is_billing_target, c.delivery_date, c.answer, c.product_id, c.buyer_id,
          c.task_type, c.order_unit)),
    due as (insert into agreed_due (card_key, seller_id, original_date) select (p.c).key, (p.c).seller_id, p.original from pair p
      where p.original is not null and p.original is distinct from p.was on conflict (card_key) do update set original_date = excluded.original_date)
  select array_agg(f) into facts from (
    select f from pair p, lateral (select judged_by(p.g, p.day_before) as parts offset 0) j, facts_of_card(-1, p.g, p.was, j.parts) f
    union all select f from pair p, lateral (select judged_by(p.c, p.day_now) as parts offset 0) j, facts_of_card(1, p.c, p.original, j.parts) f
    union all select f from pair p, facts_within_card(-1, p.c, p.g) f where p.is_another
    union all select f from pair p, facts_within_card(1, p.c, p.c) f where p.is_another) f;
  perform add_bi(facts);
  moved := array(select c.key from gone g join come c on c.key = g.key
    where (g.group_id, g.group_update_time) is distinct from (c.group_id, c.group_update_time));
  if cardinality(moved) > 0 then perform move_stays(moved); end if;
  return null;
end $$;

create or replace function keep_delivered(undone delivered_part[]) returns void language plpgsql set search_path = public, pg_temp as $$
begin
  if cardinality(undone) = 0 then return; end if;
  perform share_on_time_day(array(select c.seller_id from card c where c.key in (select u.card_key from unnest(undone) u)));
  perform add_bi(array(select f
    from (select u.card_key, array_agg(u::delivered_part) as parts from unnest(undone) u group by 1) t
      join card c on c.key = t.card_key and c.is_billing_target
      join collaboration k on k.seller_id = c.seller_id and k.buyer_id = c.buyer_id and k.on_time_day = 'delivered'
      left join agreed_due d on d.card_key = c.key
      cross join lateral (select deliveries_of(c.key) as parts offset 0) now
      cross join lateral (values (-1, now.parts || t.parts), (1, now.parts) offset 0) s (sign, parts),
      facts_of_card(s.sign, c, d.original_date, s.parts) f));
end $$;

create or replace function on_time_day_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  batch record;
begin
  perform pg_advisory_xact_lock(hashtext('on_time_day'), hashtext(new.seller_id));
  for batch in select array_agg(t.key) as keys from (select c.key, row_number() over (order by c.key) / 5000 as part from card c
      where c.seller_id = new.seller_id and c.buyer_id = new.buyer_id and c.is_billing_target and (c.shipped_time is not null or c.num_delivered > 0)) t
    group by t.part order by t.part
  loop
    perform add_bi(array(select f from card c left join agreed_due d on d.card_key = c.key
      cross join lateral (values (-1, old.on_time_day), (1, new.on_time_day)) s (sign, day)
      cross join lateral (select judged_by(c, s.day) as parts offset 0) j,
      facts_of_card(s.sign, c, d.original_date, j.parts) f where c.key = any(batch.keys) and (f.group_id < 0 or f.num_cards = 0)));
  end loop;
  return null;
end $$;
