import { sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Database, Tx } from "~/lib/db/connection.server";
import { answerOverdue } from "~/lib/task/answer";
import { factoryDays } from "~/lib/task/due.warning.server";
import { tokyoDate } from "~/lib/time/date";
import { ringOrders } from "./order.ring.server";

async function untold(db: Tx, who: Who): Promise<number[]> {
  const { rows } = await db.execute<{ key: string; since: string }>(sql`
    select o.key, min(c.created_time) as since from orders o join card c on c.order_key = o.key and c.answer = 'waiting' and c.cancelled_time is null
    where o.seller_id = ${who.company_id} and o.cancelled_time is null and c.created_time < ${who.now}::timestamptz - interval '1 day'
      and not exists (select from activity a where a.subject = 'order' and a.subject_key = o.key and a.kind = 'unanswered')
    group by o.key`);
  const day = tokyoDate(who.now);
  const closed = (await factoryDays(db, [who.company_id], day)).get(who.company_id)?.closed;
  return rows
    .filter(({ since }) => answerOverdue(new Date(since).toISOString(), day, closed))
    .map(({ key }) => Number(key));
}

export const ringUnanswered = (db: Database, now: string): Promise<number> =>
  ringOrders(db, now, {
    kind: "unanswered",
    side: "seller",
    find: untold,
    notice: ({ key, order_id, buyer }) => ({
      text: `${buyer.name}：依頼 ${order_id} に、まだ回答していません`,
      path: `/task/order/${key}`,
      title: "依頼への回答",
    }),
  });
