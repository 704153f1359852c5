import { sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";

/**
 * Of these cards those that were whole more days before their 納期 than the company looks for (decision 142),
 * by the day that their pair counts 納期遵守 by.
 */
export async function earlyOf(db: Tx, who: Who, keys: number[]): Promise<Set<number>> {
  const { rows } = await db.execute<{ key: number }>(sql`select c.key::int as key
    from factory_meta m join card c on c.key = any(${sql.param(keys)}::bigint[])
      left join collaboration k on k.seller_id = c.seller_id and k.buyer_id = c.buyer_id
      cross join lateral (select c.delivery_date - m.early_days as day) b
    where m.company_id = ${who.company_id} and c.cancelled_time is null and c.task_type is distinct from 'part' and case
      when k.on_time_day = 'delivered' and c.is_billing_target then c.num_items <= (
        select coalesce(sum(l.num_items), 0) from delivery_line l join delivery d on d.key = l.delivery_key
        where l.card_key = c.key and l.is_live and d.delivery_date < b.day)
      else c.num_good >= c.num_items and (c.shipped_time at time zone 'Asia/Tokyo')::date < b.day end`);
  return new Set(rows.map(({ key }) => key));
}
