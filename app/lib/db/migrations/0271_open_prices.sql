-- Lines that were sent without a price, by the day planned for it (R2-4): few of all, and looked for every hour.
create index order_line_unfixed on order_line (buyer_id, planned_fix_date) where planned_fix_date is not null;
