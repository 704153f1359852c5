-- 辞退: a factory that is asked says, with a reason, that it does not answer; taken back, nothing of it stays but the log.
alter table quote_seller
  add column declined_time timestamptz,
  add column declined_reason text check (declined_reason in ('capacity', 'equipment', 'material', 'quantity', 'drawing', 'other')),
  add column declined_words text,
  add constraint quote_seller_declined check ((declined_time is null) = (declined_reason is null));

-- Who has answered has read.
update quote_seller s set viewed_time = a.sent_time
from (select seller_key, min(sent_time) as sent_time from quote_answer group by seller_key) a
where a.seller_key = s.key and s.viewed_time is null;

create function check_declines() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  -- (18) Nobody both declines and offers.
  select '18 quotes', format('quote %s is declined by %s and answered', s.quote_key, s.seller_id)
  from quote_seller s join quote_answer a on a.seller_key = s.key
  where s.declined_time is not null and not exists (select from quote_answer n where n.seller_key = s.key and n.version > a.version)
    and not exists (select from quote_withdrawal w where w.answer_key = a.key)
$$;
alter function check_invariants() rename to check_before_declines;
create function check_invariants() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select * from check_before_declines() union all select * from check_declines()
$$;
revoke execute on function check_before_declines(), check_declines(), check_invariants() from public;
grant execute on function check_invariants() to koba_app;
