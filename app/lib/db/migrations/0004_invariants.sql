-- What must always hold, as one function: a row for each break, none when all is well. Run nightly and after each fault test.

create function rounded(amount numeric, mode text) returns bigint language sql immutable parallel safe as $$
  select (sign(amount) * case mode when 'floor' then floor(abs(amount)) when 'half_up' then floor(abs(amount) + 0.5) else ceil(abs(amount)) end)::bigint
$$;

create function check_invariants() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  -- (1) A line is quantity × unit price by the stamped rounding.
  select '1 line amounts', format('%s line %s: %s', d.number, l.line_no, l.price)
  from delivery_line l join delivery d on d.key = l.delivery_key
  where l.price <> rounded(l.num_units * l.unit_price, d.amount_rounding)

  union all
  -- (1) A delivery note is its lines, with tax rounded once per rate by the stamped rounding.
  select '1 delivery totals', format('%s: %s %s', coalesce(e.number, s.number), e.parts, s.parts)
  from (
    select r.key, r.number, jsonb_agg(jsonb_build_array(r.tax_rate, r.base, r.tax) order by r.tax_rate) as parts, sum(r.base) as subtotal, sum(r.tax) as tax
    from (
      select d.key, d.number, l.tax_rate, sum(l.price) as base, rounded(sum(l.price) * l.tax_rate / 100.0, d.tax_rounding) as tax
      from delivery d join delivery_line l on l.delivery_key = d.key group by d.key, d.number, d.tax_rounding, l.tax_rate) r
    group by r.key, r.number) e
  full join (
    select d.key, d.number, d.subtotal, d.tax, d.total,
      (select jsonb_agg(jsonb_build_array(b.tax_rate, b.base, b.tax) order by b.tax_rate)
        from jsonb_to_recordset(d.by_rate) as b (tax_rate numeric, base bigint, tax bigint)) as parts
    from delivery d) s on s.key = e.key
  where e.parts is distinct from s.parts or e.subtotal is distinct from s.subtotal or e.tax is distinct from s.tax or s.total is distinct from s.subtotal + s.tax

  union all
  -- (1) An invoice is its lines, with tax rounded once per rate over all of them, or per delivery note where those are the tax documents.
  select '1 invoice totals', format('%s: %s %s', s.number, e.parts, s.parts)
  from (
    select i.key, i.number, i.subtotal, i.tax, i.total, coalesce((select jsonb_agg(jsonb_build_array(b.tax_rate, b.base, b.tax) order by b.tax_rate)
      from jsonb_to_recordset(i.by_rate) as b (tax_rate numeric, base bigint, tax bigint)), '[]') as parts
    from invoice i) s
  left join (
    select r.key, jsonb_agg(jsonb_build_array(r.tax_rate, r.base, r.tax) order by r.tax_rate) as parts, sum(r.base) as subtotal, sum(r.tax) as tax
    from (
      select n.key, n.tax_rate, sum(n.base) as base, sum(n.tax)::bigint as tax
      from (
        select i.key, l.tax_rate, sum(l.price) as base,
          rounded(sum(l.price) * l.tax_rate / 100.0, case i.invoice_basis when 'monthly' then i.tax_rounding else coalesce(d.tax_rounding, i.tax_rounding) end) as tax
        from invoice i join invoice_line l on l.invoice_key = i.key
          left join delivery d on i.invoice_basis = 'delivery_note' and d.key = l.delivery_key
        group by i.key, i.invoice_basis, i.tax_rounding, d.key, d.tax_rounding, l.tax_rate) n
      group by n.key, n.tax_rate) r
    group by r.key) e on e.key = s.key
  where coalesce(e.parts, '[]') <> s.parts or coalesce(e.subtotal, 0) <> s.subtotal or coalesce(e.tax, 0) <> s.tax or s.total <> s.subtotal + s.tax

  union all
  -- (1) 鑑: carried over and billed now follow from the ledger.
  select '1 invoice summary', format('%s: %s - %s - %s = %s, %s', i.number, i.prev_billed, i.received, i.adjustment, i.carried_over, i.billed_now)
  from (
    select v.*, sum(v.total - v.received - v.adjustment) over (partition by v.seller_id, v.buyer_id order by v.ym rows between unbounded preceding and 1 preceding) as before
    from invoice v where v.cancelled_time is null) i
  where i.carried_over <> i.prev_billed - i.received - i.adjustment or i.prev_billed <> coalesce(i.before, 0)
    or i.billed_now <> i.total + case when i.show_carry_over then i.carried_over else 0 end

  union all
  -- (2) What a card says is delivered stands on live lines, and no more than is good.
  select '2 delivered once', format('card %s %s: %s delivered, %s on live lines, %s good', c.seller_id, c.id, c.num_delivered, coalesce(l.num, 0), c.num_good)
  from card c left join (select card_key, sum(num_items) as num from delivery_line where is_live group by card_key) l on l.card_key = c.key
  where c.num_delivered <> coalesce(l.num, 0) or c.num_delivered > c.num_good

  union all
  select '2 live lines', format('%s line %s', d.number, l.line_no)
  from delivery_line l join delivery d on d.key = l.delivery_key
  where l.is_live = (d.cancelled_time is not null) or (not l.is_live and l.invoice_key is not null)

  union all
  -- (2) A line stands on the one live invoice that it names, and that invoice holds it.
  select '2 billed once', format('%s line %s', d.number, l.line_no)
  from delivery_line l join delivery d on d.key = l.delivery_key
    left join lateral (
      select count(*) as live, max(i.key) as key from invoice_line x join invoice i on i.key = x.invoice_key and i.cancelled_time is null
      where x.delivery_key = l.delivery_key and x.delivery_line_no = l.line_no) b on true
  where b.live > 1 or b.key is distinct from l.invoice_key

  union all
  -- (2) An invoice's line is the delivery note's line, unchanged.
  select '2 frozen lines', format('%s line %s', i.number, x.line_no)
  from invoice_line x join invoice i on i.key = x.invoice_key
    left join delivery_line l on l.delivery_key = x.delivery_key and l.line_no = x.delivery_line_no
    left join delivery d on d.key = l.delivery_key
  where x.delivery_key is not null and (d.number, l.sales_date, l.order_id, l.name, l.drawing_no, l.num_units, l.unit, l.unit_price, l.price, l.tax_rate, l.note)
    is distinct from (x.delivery_number, x.sales_date, x.order_id, x.name, x.drawing_no, x.num_units, x.unit, x.unit_price, x.price, x.tax_rate, x.note)

  union all
  -- (2) Document numbers are given in order from 1, each once: as many as the counter has given.
  select '2 document numbers', format('%s %s: %s documents, last %s, counter %s', coalesce(n.company_id, c.company_id), coalesce(n.kind, c.kind), n.num, n.last, c.value)
  from (
    select company_id, split_part(number, '-', 1) as kind, count(distinct number) as num, max(split_part(number, '-', 2)::bigint) as last
    from (
      select seller_id as company_id, number from delivery
      union all select seller_id, number from invoice) numbers
    group by company_id, split_part(number, '-', 1)) n
  full join (select * from counter where kind ~ '^[NS][0-9]{4}$') c on c.company_id = n.company_id and c.kind = n.kind
  where n.num is distinct from n.last or n.last is distinct from c.value

  union all
  -- (4) Counts within bounds: nothing half done on what is shipped.
  select '4 card counts', format('card %s %s', c.seller_id, c.id)
  from card c
  where c.num_good < 0 or c.num_defective < 0 or c.num_partial < 0 or (c.shipped_time is not null and (c.num_partial <> 0 or c.num_good <= 0))

  union all
  -- (4) The branches of a divided card were made for what it gave away.
  select '4 divided cards', format('card %s %s: gave %s, branches %s', p.seller_id, p.id, g.num, coalesce(b.num, 0))
  from card p join (
    select subject_key, sum((before ->> 'num_items')::numeric - (after ->> 'num_items')::numeric) as num
    from activity where subject = 'card' and kind = 'divided' group by subject_key) g on g.subject_key = p.key
  left join (
    select c.seller_id, c.parent_id, sum((a.after ->> 'num_items')::numeric) as num
    from card c join activity a on a.subject = 'card' and a.subject_key = c.key and a.seq = 1
    where c.task_type = 'division' group by c.seller_id, c.parent_id) b on b.seller_id = p.seller_id and b.parent_id = p.id
  where g.num is distinct from coalesce(b.num, 0)

  union all
  -- (4) One status: off the board if and only if shipped or cancelled.
  select '4 card status', format('card %s %s', c.seller_id, c.id)
  from card c where (c.group_id = 99) <> (c.shipped_time is not null or c.cancelled_time is not null)

  union all
  -- (4) A card is what its log makes it, entry by entry.
  select '4 card log', format('card %s %s: %s', c.seller_id, c.id, (
    select string_agg(a.key || ' ' || a.value || ' <> ' || coalesce(b.value::text, 'nothing'), ', ')
    from jsonb_each(to_jsonb(c)) a left join jsonb_each(to_jsonb(f.made)) b on b.key = a.key
    where a.value is distinct from b.value and a.key not in ('key', 'version', 'search_key')))
  from card c
    left join lateral (
      select jsonb_populate_record(null::card, jsonb_object_agg(e.key, e.value order by a.seq)) as made, count(distinct a.seq) as num
      from activity a, jsonb_each(a.after) e where a.subject = 'card' and a.subject_key = c.key) f on true
  where to_jsonb(c) - array['key', 'version', 'search_key'] is distinct from to_jsonb(f.made) - array['key', 'version', 'search_key']

  union all
  -- (4) A log has no gap, and is as long as its subject has versions.
  select '4 log gaps', format('%s %s: %s entries, last %s, version %s', coalesce(s.subject, a.subject), coalesce(s.key, a.subject_key), a.num, a.last, s.version)
  from (
    select 'card' as subject, key, version from card union all select 'delivery', key, version from delivery
    union all select 'invoice', key, version from invoice union all select 'payment', key, version from payment) s
  full join (
    select subject, subject_key, count(*) as num, max(seq) as last from activity where subject in ('card', 'delivery', 'invoice', 'payment')
    group by subject, subject_key) a on a.subject = s.subject and a.subject_key = s.key
  where a.num is distinct from a.last or a.last is distinct from s.version

  union all
  -- (6) A row belongs to the same two companies as its head, and those work together.
  select '6 company crossing', format('%s %s', x.what, x.key)
  from (
    select 'delivery line of' as what, d.number as key from delivery_line l join delivery d on d.key = l.delivery_key
      where (l.seller_id, l.buyer_id) <> (d.seller_id, d.buyer_id)
    union all select 'delivered card', c.id from delivery_line l join card c on c.key = l.card_key where (l.seller_id, l.buyer_id) <> (c.seller_id, c.buyer_id)
    union all select 'invoice line of', i.number from invoice_line l join invoice i on i.key = l.invoice_key
      where (l.seller_id, l.buyer_id) <> (i.seller_id, i.buyer_id)
    union all select 'billed note', d.number from invoice_line l join delivery d on d.key = l.delivery_key
      where (l.seller_id, l.buyer_id) <> (d.seller_id, d.buyer_id)
    union all select 'closed period of', i.number from closed_period p join invoice i on i.key = p.invoice_key
      where (p.seller_id, p.buyer_id, p.ym) <> (i.seller_id, i.buyer_id, i.ym)
    union all select 'payment line of', p.key::text from payment_line l join payment p on p.key = l.payment_key where l.seller_id <> p.seller_id
    union all select 'settlement of', i.number from settlement s join payment p on p.key = s.payment_key join invoice i on i.key = s.invoice_key
      where (p.seller_id, p.buyer_id) <> (i.seller_id, i.buyer_id) or s.seller_id <> p.seller_id
    union all select 'order line of', o.order_id from order_line l join orders o on o.key = l.order_key where (l.seller_id, l.buyer_id) <> (o.seller_id, o.buyer_id)
    union all select 'ordered card', c.id from order_line l join card c on c.key = l.card_key where (l.seller_id, l.buyer_id) <> (c.seller_id, c.buyer_id)
    union all select 'inner part of card', c.id from card_inner n join card c on c.key = n.card_key where n.seller_id <> c.seller_id
    union all select 'product of card', c.id from card c join product p on p.product_id = c.product_id where (p.seller_id, p.buyer_id) <> (c.seller_id, c.buyer_id)
    union all select 'branch of card', p.id from card c join card p on p.seller_id = c.seller_id and p.id = c.parent_id where p.buyer_id <> c.buyer_id
    union all select 'log of ' || a.subject, a.key::text from activity a join (
        select 'card' as subject, key, seller_id, buyer_id from card union all select 'order', key, seller_id, buyer_id from orders
        union all select 'delivery', key, seller_id, buyer_id from delivery union all select 'invoice', key, seller_id, buyer_id from invoice
        union all select 'payment', key, seller_id, buyer_id from payment) h on h.subject = a.subject and h.key = a.subject_key
      where (a.seller_id, a.buyer_id) <> (h.seller_id, h.buyer_id)
    union all select 'inner log', n.activity_key::text from activity_inner n join activity a on a.key = n.activity_key where n.seller_id <> a.seller_id) x

  union all
  -- (6) What names a paid invoice is no more than that invoice, and no more than the payment.
  select '6 settlements', format('invoice %s', i.number)
  from invoice i join settlement s on s.invoice_key = i.key join payment p on p.key = s.payment_key and p.cancelled_time is null
  group by i.key, i.number, i.total, i.cancelled_time having sum(s.amount) > i.total or i.cancelled_time is not null
  union all
  select '6 settlements', format('payment %s', p.key)
  from payment p join settlement s on s.payment_key = p.key group by p.key
  having sum(s.amount) > (select coalesce(sum(l.amount), 0) from payment_line l where l.payment_key = p.key)

  union all
  -- (8) The closed periods of a pair follow each other day by day, month by month.
  select '8 closed periods', format('%s %s %s: %s ~ %s', p.seller_id, p.buyer_id, p.ym, p.start_date, p.end_date)
  from (
    select c.*, lag(c.end_date) over pair as last_end, lag(c.ym) over pair as last_ym
    from closed_period c window pair as (partition by c.seller_id, c.buyer_id order by c.ym)) p
  where p.start_date <> p.last_end + 1 or to_date(p.ym::text, 'YYYYMM') <> to_date(p.last_ym::text, 'YYYYMM') + interval '1 month'

  union all
  -- (8) A live invoice is the closing of its period; a line billed by it is not dated after it.
  select '8 invoice periods', format('%s', i.number)
  from invoice i left join closed_period p on p.invoice_key = i.key and p.start_date = i.start_date and p.end_date = i.end_date
  where (i.cancelled_time is null) <> (p.ym is not null)
    or exists (select 1 from invoice_line l where l.invoice_key = i.key and l.sales_date > i.end_date)
$$;

revoke execute on function check_invariants() from public;
grant execute on function check_invariants() to koba_app;
