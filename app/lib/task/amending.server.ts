import { sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { today } from "~/lib/time/date";

type Ordered = { key: number; order_id: string | null };

/**
 * Of which a 変更依頼 waits for an answer, by card: their branches with the cards that stand for the
 * lines. Step by step: a plan that begins at the other end reads every card there ever was.
 */
export async function amendingOf(db: Tx, who: Who, cards: Ordered[]): Promise<Map<number, number>> {
  const keys = cards.filter((one) => one.order_id !== null).map((one) => one.key);
  if (keys.length === 0) return new Map();
  const found = await db.execute<{ key: string; amendment: string }>(sql`
    with shown as materialized (select key, id, order_key from card where key = any(${sql.param(keys)}::bigint[])),
      waiting as materialized (
        select i.amendment_key, i.order_key, l.card_key from order_amendment_item i
          join order_amendment a on a.key = i.amendment_key and a.expires_date >= ${today(new Date(who.now))}
          join order_line l on l.order_key = i.order_key and l.line_no = i.line_no
        where i.order_key in (select order_key from shown) and not exists (
          select 1 from order_amendment_answer n where n.amendment_key = i.amendment_key and n.item_no = i.item_no))
    select c.key, max(i.amendment_key) as amendment from waiting i join lateral (
        select key, id from card where key = i.card_key offset 0) r on true
      join shown c on c.order_key = i.order_key and (c.key = r.key or starts_with(c.id, r.id || '-'))
    where exists (select 1 from card x where x.order_key = i.order_key
      and (x.key = r.key or starts_with(x.id, r.id || '-')) and x.cancelled_time is null and x.task_type is distinct from 'part')
    group by c.key`);
  return new Map(found.rows.map((row) => [Number(row.key), Number(row.amendment)]));
}
