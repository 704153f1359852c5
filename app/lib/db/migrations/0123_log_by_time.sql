-- The log of a company is read by time, for any days of it: the index by key alone passed over all that came after.
create index activity_seller_at on activity (seller_id, at desc, key desc);
create index activity_buyer_at on activity (buyer_id, at desc, key desc);
drop index activity_seller;
drop index activity_buyer;
