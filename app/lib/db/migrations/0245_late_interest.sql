-- 遅延利息 (R2-6) that was asked for or offered is a paper of its own, and says of which 請求書 it is: the record of R2-9 tells what was paid of it.
alter table payable_bill drop constraint payable_bill_account_check;
alter table payable_bill add constraint payable_bill_account_check
  check (account in ('outsourcing', 'material', 'freight', 'supplies', 'repair', 'interest', 'other'));
alter table payable_bill add column late_invoice bigint references invoice, add column late_bill bigint references payable_bill,
  add check (num_nonnulls(late_invoice, late_bill) <= case account when 'interest' then 1 else 0 end);
create index payable_bill_late_invoice on payable_bill (late_invoice) where late_invoice is not null;
create index payable_bill_late_bill on payable_bill (late_bill) where late_bill is not null;
