-- How many minutes a worker stays chosen on devices that were not set otherwise; 0: for one scan.
alter table factory_meta add column scan_stay integer not null default 30 check (scan_stay in (0, 15, 30, 60, 480));
