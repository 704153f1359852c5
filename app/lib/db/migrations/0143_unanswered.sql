-- Which orders wait for an answer is asked of the few cards that do.
create index card_unanswered on card (buyer_id, order_key) where answer in ('waiting', 'proposed');
