-- 電帳法 asks for a search by amount, too: 請求書 by their total, as 納品書 already are.
create index invoice_total on invoice (seller_id, total, key);
create index invoice_total_buyer on invoice (buyer_id, total, key);
