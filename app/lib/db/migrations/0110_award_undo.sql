-- How many are asked is said to each as it was when it was asked: who is asked later changes nothing for the others.
alter table quote_seller add column num_sellers integer;
update quote_seller s set num_sellers = q.num_sellers from quote q where q.key = s.quote_key and s.sent_time is not null;
alter table quote drop column num_sellers;

-- 採用 may be taken back; it keeps the prices that gave way to it, to put them back.
alter table quote_award
  add column replaced jsonb,
  add column undone_time timestamptz,
  add column undone_by text,
  add constraint quote_award_undone check ((undone_time is null) = (undone_by is null)),
  drop constraint quote_award_answer_key_quantity_key;
create unique index quote_award_once on quote_award (answer_key, quantity) where undone_time is null;
create index quote_award_product on quote_award (product_id);
grant update (undone_time, undone_by) on quote_award to koba_app;

create or replace function check_quotes() returns table (rule text, detail text)
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
    or (w.undone_time is null and exists (select from quote_withdrawal d where d.answer_key = w.answer_key))
  union all
  select '18 quotes', format('quote %s has its tooling %s times', s.key, count(*))
  from quote_seller s join quote_award w on w.seller_key = s.key and w.tooling > 0 and w.undone_time is null group by s.key having count(*) > 1
$$;
