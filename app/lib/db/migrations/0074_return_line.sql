-- 返品: the day its goods were delivered, and the number of the 納品書 they stood on (適格返還請求書).
alter table delivery_line add column original_date date, add column original_number text;
alter table invoice_line add column original_date date, add column original_number text;
create index delivery_line_original on delivery_line (seller_id, buyer_id, original_number) where original_number is not null;
