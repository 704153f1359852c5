import type pg from "pg";

export type CardState = {
  key: number;
  id: string;
  version: number;
  product_id: number;
  buyer_id: string;
  parent_id: string | null;
  task_type: string | null;
  num_items: number;
  num_good: number;
  num_defective: number;
  num_partial: number;
  is_last: boolean;
  shipped: boolean;
  /** In milliseconds. */
  shipped_at: number | null;
  cancelled: boolean;
  /** Somebody works on it, or has. */
  is_begun: boolean;
  uses_parts: boolean;
  own_parts: number[];
};
type Promised = {
  key: number;
  card_key: number;
  product_id: number;
  num: number;
  state: "open" | "shipped" | "released";
};
type Move = {
  key: number;
  product_id: number;
  num: string;
  unit_price: string | null;
  effective_date: string;
  reverses: number | null;
  returns: number | null;
};
export type Look = {
  cards: CardState[];
  allocations: Promised[];
  moves: Move[];
  stocks: {
    product_id: number;
    num: number;
    arriving: number;
    parts: number;
    value: number;
    price: string | null;
    is_supplied: boolean;
  }[];
  broken: string[];
};

/** `broken`: what is not the sum of its rows, promised twice, or held by a card that is gone or too small. */
const LOOK = `with c as (select * from card where product_id = any($1)),
  a as (select * from stock_allocation where product_id = any($1)),
  s as (select * from stock where product_id = any($1)),
  m as (select * from stock_move where product_id = any($1)),
  e as (select * from stock_expected where product_id = any($1))
select json_build_object(
  'cards', (select coalesce(json_agg(x order by key), '[]') from (select c.key, c.id, c.version, c.product_id, c.buyer_id,
    c.parent_id, c.task_type, c.num_items, c.num_good, c.num_defective, c.num_partial, c.shipped_time is not null as shipped,
    extract(epoch from c.shipped_time)::float8 * 1000 as shipped_at,
    c.cancelled_time is not null as cancelled,
    (c.num_good + c.num_defective + c.num_partial > 0 or exists (select from work w where w.card_key = c.key and not w.is_void)) as is_begun,
    not exists (select from defect d where d.child_key = c.key and d.treatment = 'rework') as uses_parts,
    array(select o.product_id from c o where o.parent_id = c.id and o.task_type = 'part' and o.cancelled_time is null) as own_parts,
    not exists (select from process p, process at where at.company_id = c.seller_id and p.company_id = c.seller_id
      and at.group_id = case c.group_id when 99 then c.moved_group else c.group_id end
      and p.is_active and p.sort > at.sort and p.role in ('work', 'outsource', 'inspect')) as is_last from c) x),
  'allocations', (select coalesce(json_agg(x order by key), '[]') from (select key, card_key, product_id, num, state from a) x),
  'moves', (select coalesce(json_agg(x order by effective_date, key), '[]') from (select key, product_id, num::text, unit_price::text,
    effective_date, reverses, returns from m) x),
  'stocks', (select json_agg(x order by product_id) from (select s.product_id, s.num, s.num_arriving as arriving, s.num_parts as parts, s.stock_value as value,
    p.standard_price::text as price, p.ownership is not null as is_supplied from s join product p using (product_id)) x),
  'broken', (select coalesce(json_agg(x.words), '[]') from (
    select format('%s: %s, its moves %s', product_id, num, (select sum(m.num) from m where m.product_id = s.product_id)) as words from s
      where num <> coalesce((select sum(m.num) from m where m.product_id = s.product_id), 0)
    union all select format('%s: %s held', product_id, num_allocated) from s
      where num_allocated <> coalesce((select sum(a.num) from a where a.product_id = s.product_id and state = 'open'), 0)
    union all select format('%s: over is %s', product_id, is_over) from s where is_over <> (num_allocated > greatest(num, 0))
    union all select format('%s: %s arriving, %s as parts', product_id, num_arriving, num_parts) from s where (num_arriving, num_parts) <>
      (select coalesce(sum(e.num) filter (where kind = 'arriving'), 0), coalesce(sum(e.num) filter (where kind = 'parts'), 0)
        from e where e.product_id = s.product_id)
    union all select format('card %s holds %s of %s', c.id, sum(a.num), c.num_items) from a join c on c.key = a.card_key
      where state = 'open' group by c.key, c.id, c.num_items, c.shipped_time, c.cancelled_time
      having sum(a.num) > c.num_items or c.shipped_time is not null or c.cancelled_time is not null
    union all select format('move %s is not the opposite of %s', m.key, o.key) from m join m o on o.key = m.reverses where m.num <> -o.num) x)
) as look`;

export async function lookAt(owner: pg.Client, products: number[]): Promise<Look> {
  return (await owner.query({ name: "look", text: LOOK, values: [products] })).rows[0].look;
}
