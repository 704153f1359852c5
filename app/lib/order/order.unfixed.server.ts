import { sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Database, Tx } from "~/lib/db/connection.server";
import { tokyoDate } from "~/lib/time/date";
import { ringOrders } from "./order.ring.server";

async function untold(db: Tx, who: Who): Promise<number[]> {
  const { rows } = await db.execute<{ key: string }>(sql`
    select distinct o.key from orders o join order_line l on l.order_key = o.key join card c on c.key = l.card_key
    where l.buyer_id = ${who.company_id} and o.cancelled_time is null and l.planned_fix_date < ${tokyoDate(who.now)}::date
      and c.unit_price is null and c.cancelled_time is null and c.answer is distinct from 'declined'
      and not exists (select from activity a where a.subject = 'order' and a.subject_key = o.key and a.kind = 'unfixed')`);
  return rows.map(({ key }) => Number(key));
}

/** R2-4: a price that was left open is supplemented at once; the day it was promised for has passed. */
export const ringUnfixed = (db: Database, now: string): Promise<number> =>
  ringOrders(db, now, {
    kind: "unfixed",
    side: "buyer",
    find: untold,
    notice: ({ key, order_id, seller }) => ({
      text: `${seller.name}：依頼 ${order_id} の単価が、決定予定日を過ぎても未定です`,
      path: `/order/${key}`,
      title: "単価の決定",
    }),
  });
