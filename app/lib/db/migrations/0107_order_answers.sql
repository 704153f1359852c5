-- Up to when a buyer has read what the seller answered to an order: what was answered before this counts as read.
alter table orders add column answer_seen_time timestamptz;
update orders set answer_seen_time = now();
grant update (answer_seen_time) on orders to koba_app;
