-- Up to how much a receipt may differ from its 請求書 for a press to be offered that settles it.
alter table factory_meta add column small_difference integer not null default 1000 check (small_difference between 0 and 100000);
