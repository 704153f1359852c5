-- Office files, tables and archives are neither drawings nor photos: 資料.
alter table file drop constraint file_kind_check, add constraint file_kind_check check (kind in ('drawing', 'photo', 'document')) not valid;
alter table file validate constraint file_kind_check;
