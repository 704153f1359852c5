import { sql } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import type { Unit } from "~/lib/vocabulary/card.schema";

/** What a card has 引当 of its product, and how much of that is not there. */
type Over = {
  card_key: number;
  card_id: string;
  product_id: number;
  code: string;
  name: string;
  order_unit: Unit;
  num: string;
  allocated: string;
  short: string;
};

/** Where less is left than is 引当, what is due last goes short: 納期, then 至急, then the number. */
export async function overOf(db: Tx, keys: number[]): Promise<Over[]> {
  if (keys.length === 0) return [];
  const { rows } = await db.execute<Over>(sql`
    with held as (
      select c.key, c.id, a.product_id, sum(a.num) as num, sum(sum(a.num)) over (partition by a.product_id
        order by c.delivery_date nulls last, c.is_urgent desc, length(c.id), c.id) as upto
      from stock s join stock_allocation a on a.product_id = s.product_id and a.state = 'open' join card c on c.key = a.card_key
      where s.is_over and s.product_id in (select product_id from stock_allocation
        where card_key = any(${sql.param(keys)}::bigint[]) and state = 'open')
      group by c.key, c.id, a.product_id, c.delivery_date, c.is_urgent)
    select h.key::int as card_key, h.id as card_id, s.product_id::int, s.code, p.name, p.order_unit,
      trim_scale(s.num)::text as num,
      trim_scale(h.num)::text as allocated, trim_scale(least(h.num, h.upto - greatest(s.num, 0)))::text as short
    from held h join stock s on s.product_id = h.product_id join product p on p.product_id = h.product_id
    where h.key = any(${sql.param(keys)}::bigint[]) and h.upto > greatest(s.num, 0) order by h.key`);
  return rows;
}
