-- The month that a paper stands in (照合), as a column: row security does not let an index be searched by a coalesce(), so that each page of
-- 照合 read all papers of the company.
alter table payable_bill add column month_billed integer generated always as
  ((extract(year from coalesce(covers_until, bill_date)) * 100 + extract(month from coalesce(covers_until, bill_date)))::integer) stored;
drop index payable_bill_month;
create index payable_bill_month on payable_bill (company_id, month_billed);
