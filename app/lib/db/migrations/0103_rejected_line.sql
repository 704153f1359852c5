-- 返品待ち: the few lines that have rejected pieces.
create index delivery_line_rejected on delivery_line (seller_id, buyer_id) where num_rejected > num_concession;
