-- 処置 given or taken back later changes what a day counted, as a correction does.
create index activity_treated on activity (seller_id, at) where kind in ('corrected', 'treated', 'untreated');
