-- What the bank took from us for sending a payment, and the interest for late payment (R2-6) as it was reckoned when the payment was recorded.
alter table payout add column own_fee bigint not null default 0 check (own_fee >= 0);
alter table payout add column interest bigint not null default 0 check (interest >= 0);
alter table payout add constraint payout_one_fee check (fee = 0 or own_fee = 0);
