-- 免税事業者: has no 登録番号 and needs none, so はじめに does not wait for it.
alter table factory_meta add column is_tax_exempt boolean not null default false;
