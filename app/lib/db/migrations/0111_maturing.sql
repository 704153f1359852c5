-- 入金予定: of receipts only the lines whose money is still to come.
create index payment_line_maturity on payment_line (seller_id, maturity_date) where maturity_date is not null;
