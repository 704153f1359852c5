-- 返品待ち at the end of a day: of all that was inspected only what was rejected.
create index inspection_rejected on inspection (seller_id, inspected_date) where num_rejected <> 0;
