-- 単位 of メタ情報: which of them this factory uses, the usual one first.
alter table factory_meta add column units text[] not null default '{piece,kg,set}'
  check (cardinality(units) > 0 and units <@ array['piece', 'kg', 'set']);
