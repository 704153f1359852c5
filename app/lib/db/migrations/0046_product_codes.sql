-- Products have printed codes too: what is read of them is counted like the rest.
alter table scan_code drop constraint scan_code_kind_check;
alter table scan_code add constraint scan_code_kind_check check (kind in ('process', 'worker', 'card', 'operation', 'product'));
