-- A 実績 whose 不良 was let through (特採) has none left, but stands in 不良明細: its row follows a correction of its good pieces, too.
drop trigger bad_work on work;
create constraint trigger bad_work after update on work deferrable initially deferred for each row
  when ((old.num_defective, old.num_good, old.work_end, old.is_void, old.worker_id, old.partner_id, old.group_id, old.status, old.note)
    is distinct from (new.num_defective, new.num_good, new.work_end, new.is_void, new.worker_id, new.partner_id, new.group_id, new.status, new.note))
  execute function bad_changed();
select rebuild_defects();
