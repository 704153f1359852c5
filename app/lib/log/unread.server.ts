import { sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";

/**
 * How many messages about each of these cards this person has not read yet: those after the last one read in
 * their room.
 */
export async function unreadByCard(db: Tx, who: Who, card_keys: number[]): Promise<Map<number, number>> {
  if (card_keys.length === 0 || who.isInternal) return new Map();
  const { rows } = await db.execute<{
    key: number;
    num: number;
  }>(sql`select m.task_id as key, count(*)::int as num from message m
    left join chat_read r on r.room_id = m.room_id and r.username = ${who.username} and r.company_id = ${who.company_id}
    where m.task_id = any(${sql.param(card_keys)}::bigint[]) and m.number > coalesce(r.last_number, 0) group by m.task_id`);
  return new Map(rows.map((row) => [Number(row.key), row.num]));
}
