-- はじめに, the list that a new company begins with, put away by an administrator of the company.
alter table factory_meta add column is_setup_hidden boolean not null default false;
-- Who is at work already is not new.
update factory_meta m set is_setup_hidden = true
  where exists (select from card c where c.seller_id = m.company_id or c.buyer_id = m.company_id);
