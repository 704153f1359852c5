-- Photos of what was scrapped belong to the move that says so.
do $$
declare said text;
begin
  select pg_get_constraintdef(oid) into strict said from pg_constraint where conname = 'file_owner_kind_check';
  alter table file drop constraint file_owner_kind_check;
  execute 'alter table file add constraint file_owner_kind_check ' || replace(said, 'ARRAY[', 'ARRAY[''stock_move''::text, ');
end $$;
