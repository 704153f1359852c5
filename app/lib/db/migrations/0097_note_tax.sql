-- Where each 納品書 is taxed by itself: what a 請求書 bills and taxes of which, by rate. The next 請求書 of the same 納品書 is taxed by what is
-- left to the tax of all of it.
alter table invoice add column by_note jsonb not null default '[]';
update invoice i set by_note = n.by_note
from (
  select key, jsonb_agg(jsonb_build_object('delivery_key', delivery_key, 'tax_rate', tax_rate, 'base', base, 'tax', tax) order by delivery_key, tax_rate) as by_note
  from (
    select v.key, l.delivery_key, l.tax_rate, sum(l.price) as base,
      rounded(sum(l.price) * l.tax_rate / 100.0, coalesce(d.tax_rounding, v.tax_rounding)) as tax
    from invoice v join invoice_line l on l.invoice_key = v.key left join delivery d on d.key = l.delivery_key
    where v.invoice_basis = 'delivery_note' group by v.key, l.delivery_key, l.tax_rate, d.tax_rounding, v.tax_rounding) part
  group by key) n
where n.key = i.key;

create function check_note_tax() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  -- (1) A 請求書 is its lines, with tax rounded once per rate over all of them, or summed up as it was reckoned for each 納品書.
  select '1 invoice totals', format('%s: %s %s', s.number, e.parts, s.parts)
  from (
    select i.key, i.number, i.subtotal, i.tax, i.total, coalesce((select jsonb_agg(jsonb_build_array(b.tax_rate, b.base, b.tax) order by b.tax_rate)
      from jsonb_to_recordset(i.by_rate) as b (tax_rate numeric, base bigint, tax bigint)), '[]') as parts
    from invoice i) s
  left join (
    select r.key, jsonb_agg(jsonb_build_array(r.tax_rate, r.base, r.tax) order by r.tax_rate) as parts, sum(r.base) as subtotal, sum(r.tax) as tax
    from (
      select l.key, l.tax_rate, l.base, case l.invoice_basis when 'monthly' then rounded(l.base * l.tax_rate / 100.0, l.tax_rounding) else (
        select sum(n.tax)::bigint from jsonb_to_recordset(l.by_note) as n (tax_rate integer, tax bigint) where n.tax_rate = l.tax_rate) end as tax
      from (
        select i.key, i.invoice_basis, i.tax_rounding, i.by_note, x.tax_rate, sum(x.price)::bigint as base
        from invoice i join invoice_line x on x.invoice_key = i.key group by i.key, x.tax_rate) l) r
    group by r.key) e on e.key = s.key
  where coalesce(e.parts, '[]') <> s.parts or coalesce(e.subtotal, 0) <> s.subtotal or coalesce(e.tax, 0) <> s.tax or s.total <> s.subtotal + s.tax

  union all
  -- (1) What it bills of each 納品書 is its lines of that.
  select '1 invoice notes', format('%s', i.number)
  from invoice i
  where i.invoice_basis = 'delivery_note' and exists (
    select from (
      select l.delivery_key, l.tax_rate, l.price as base from invoice_line l where l.invoice_key = i.key
      union all select n.delivery_key, n.tax_rate, -n.base from jsonb_to_recordset(i.by_note) as n (delivery_key bigint, tax_rate integer, base bigint)) x
    group by delivery_key, tax_rate having sum(base) <> 0)
$$;
alter function check_invariants() rename to check_before_note_tax;
create function check_invariants() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select * from check_before_note_tax() where rule <> '1 invoice totals' union all select * from check_note_tax()
$$;
revoke execute on function check_before_note_tax(), check_note_tax(), check_invariants() from public;
grant execute on function check_invariants() to koba_app;
