import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { automatic, type Who } from "~/lib/api/who";
import { type Database, operator, type Tx, tenant } from "~/lib/db/connection.server";
import { record } from "~/lib/log/activity.server";
import { giveNotices } from "~/lib/notice/notice.server";
import { orders } from "~/lib/tables/order.table.server";
import { answerOverdue } from "~/lib/task/answer";
import { factoryDays } from "~/lib/task/due.warning.server";
import { tokyoDate } from "~/lib/time/date";

/** That nobody has been told of: the log says who was. */
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

/** Judged again under the lock: of two processes one finds them. */
async function ringSeller(db: Tx, who: Who): Promise<number> {
  const keys = await untold(db, who);
  if (keys.length === 0) return 0;
  const held = await db
    .select()
    .from(orders)
    .where(and(inArray(orders.key, keys), eq(orders.seller_id, who.company_id)))
    .orderBy(asc(orders.key))
    .for("update");
  const still = new Set(await untold(db, who));
  const late = held.filter(({ key }) => still.has(key));
  for (const { key, version: last, seller_id, buyer_id, order_id } of late) {
    const version = last + 1;
    await db.update(orders).set({ version }).where(eq(orders.key, key));
    await record(db, who, {
      subject: "order",
      subject_key: key,
      seq: version,
      seller_id,
      buyer_id,
      kind: "unanswered",
      before: {},
      after: { order_id },
    });
  }
  await giveNotices(
    db,
    late.map(({ key, seller_id, order_id, buyer }) => ({
      company_id: seller_id,
      kind: "order",
      text: `${buyer.name}：依頼 ${order_id} に、まだ回答していません`,
      path: `/task/order/${key}`,
      at: who.now,
      title: "依頼への回答",
    })),
  );
  return late.length;
}

/** Once for each order, however many processes do so; each factory in a transaction of its own. */
export async function ringUnanswered(db: Database, now: string): Promise<number> {
  const { rows } = await operator(db, (tx) =>
    tx.execute<{ seller_id: string }>(
      sql`select distinct seller_id from collaboration where is_active order by 1`,
    ),
  );
  let rung = 0;
  for (const { seller_id } of rows) {
    const who = automatic(seller_id, now, { company_type: "seller", permissions: [] });
    rung += await tenant(db, who, (tx) => ringSeller(tx, who));
  }
  return rung;
}
