import { and, desc, eq, isNotNull, lt, max, sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { card } from "~/lib/tables/card.table.server";
import { work } from "~/lib/tables/work.table.server";
import { addDays, type ISODate, startOfDay } from "~/lib/time/date";

const CARDS = 12;

/** Those at which they worked last, and then the factory's own. */
export async function cardsFor(db: Tx, who: Who, worker_id: number, day: ISODate) {
  const mine = await db
    .select({ key: card.key, id: card.id, name: card.name, last: max(work.work_start) })
    .from(work)
    .innerJoin(card, eq(card.key, work.card_key))
    .where(
      and(
        eq(work.seller_id, who.company_id),
        eq(work.worker_id, worker_id),
        isNotNull(work.work_start),
        lt(work.work_start, startOfDay(addDays(day, 2))),
      ),
    )
    .groupBy(card.key, card.id, card.name)
    .orderBy(desc(max(work.work_start)))
    .limit(CARDS);
  const rest = await db
    .select({ key: card.key, id: card.id, name: card.name })
    .from(card)
    .where(and(eq(card.seller_id, who.company_id), sql`${card.group_id} <> 99`))
    .orderBy(desc(card.update_time), desc(card.key))
    .limit(CARDS);
  const known = new Set(mine.map(({ key }) => key));
  return [...mine, ...rest.filter(({ key }) => !known.has(key))]
    .slice(0, CARDS)
    .map(({ id, name }) => ({ id, name }));
}
