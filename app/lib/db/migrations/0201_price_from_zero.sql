-- A price list begins at 0: below the smallest quantity that was quoted the price is 要相談.
insert into product_price (product_id, seller_id, buyer_id, min_quantity, unit_price, effective_from, agreed_on, note, valid_until, created_by, created_time)
select distinct on (p.product_id, p.effective_from) p.product_id, p.seller_id, p.buyer_id, 0, null, p.effective_from, p.agreed_on, p.note, p.valid_until,
  p.created_by, p.created_time
from product_price p
where not exists (select from product_price z where (z.product_id, z.effective_from, z.min_quantity) = (p.product_id, p.effective_from, 0))
order by p.product_id, p.effective_from, p.min_quantity;
update quote_award set replaced = jsonb_set(replaced, '{tiers}', '[{"min_quantity": "0", "unit_price": null}]'::jsonb || (replaced -> 'tiers'))
where replaced is not null and not exists (select from jsonb_array_elements(replaced -> 'tiers') t where (t ->> 'min_quantity')::numeric = 0);
