-- Lists are sorted by their heads: each order of a list that grows without end is read from an index, a page at a time. Few, since every card
-- that moves pays for those on card: by 納期 alone (numbers are given in the order of making, which has its index).
create index card_due on card (seller_id, delivery_date, key) where group_id <> 99;
create index card_due_buyer on card (buyer_id, delivery_date, key) where group_id <> 99;
create index card_shipped_due on card (seller_id, delivery_date, key) where shipped_time is not null;
create index card_shipped_due_buyer on card (buyer_id, delivery_date, key) where shipped_time is not null;
create index delivery_total on delivery (seller_id, total, key);
create index delivery_total_buyer on delivery (buyer_id, total, key);
create index delivery_number_buyer on delivery (buyer_id, number, key);
create index invoice_due on invoice (seller_id, due_date, key);
create index invoice_due_buyer on invoice (buyer_id, due_date, key);
create index invoice_billed on invoice (seller_id, billed_now, key);
create index invoice_billed_buyer on invoice (buyer_id, billed_now, key);
create index invoice_number_buyer on invoice (buyer_id, number, key);
