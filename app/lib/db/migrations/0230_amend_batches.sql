-- 変更依頼: 買取 of what is shipped, a treatment for each batch of an old drawing, and the price of a greater quantity where both ask for it.
alter table order_amendment drop constraint order_amendment_returned_check;
alter table order_amendment add constraint order_amendment_returned_check check (returned in ('return', 'keep', 'buy'));
-- Null: proposed before batches were told apart.
alter table order_amendment_item add column batches jsonb, add column list_price numeric(15, 3) check (list_price >= 0);
alter table order_amendment_answer add column takes_price boolean not null default false,
  add check (not takes_price or state = 'agreed');
