-- The files of an answer to a sealed 見積依頼 stay shut as its figures do: not listed, not told in the log, not sent.
drop policy seen on file;
create policy seen on file for select using (case when partner_id = app_company() then not is_inner
  and (case when owner_kind = 'quote_part' and owner_key like 'answer.%' then not exists (
    select from quote_answer a join quote q on q.key = a.quote_key
    where a.key = substr(file.owner_key, 8)::bigint and q.is_sealed and q.opened_time is null and q.closed_time is null
      and q.cancelled_time is null and not coalesce(q.deadline < (now() at time zone 'Asia/Tokyo')::date, false))
    else true end) else false end);
