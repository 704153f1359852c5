-- Who changed a payee's account since it last stood (hands), and whether there was anybody else to look at it then.
alter table payee add column hands text[] not null default '{}', add column needs_other boolean not null default true;
update payee p set hands = array[p.changed_by], needs_other = exists (select from member m where m.company_id = p.company_id
  and m.is_active and m.is_admin and 'accounting' = any(m.permissions) and m.username <> p.changed_by);
grant update (hands, needs_other) on payee to koba_app;
