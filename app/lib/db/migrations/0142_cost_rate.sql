-- 中止費用 is billed at the rate that both sides agreed on, and a card with such a rate is no goods of its order.
alter table card add column cost_tax_rate integer check (cost_tax_rate in (0, 8, 10));
update card set cost_tax_rate = substring(note from '税率(0|8|10)%$')::integer
  where shipped_time is not null and name ~ '^中止費用（[0-9]+行目）$' and note ~ '　税率(0|8|10)%$'
    and exists (select from order_line l where l.card_key = card.key and l.order_key = card.order_key and l.revision > 1 and l.name = card.name);
