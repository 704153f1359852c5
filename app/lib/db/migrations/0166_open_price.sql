-- A quantity that was asked and left without a price is 要相談: it stands in the price list, so that none of a
-- smaller quantity is taken for it.
alter table product_price alter column unit_price drop not null;
