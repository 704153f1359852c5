-- 不良明細 is read by day, 処置 is given and taken back later, and each correction of 実績 is found by its day.
create index work_defective on work (seller_id, work_end) where num_defective > 0;
create index defect_work on defect (work_key) where work_key is not null;
create index defect_conceded on defect (seller_id) where treatment = 'concession' and work_key is not null;
grant update (num, treatment, treatment_label, child_key) on defect to koba_app;
