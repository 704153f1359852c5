import { type SQL, sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { searchKey } from "~/lib/text/fold";
import { folded } from "~/lib/text/fold.server";
import { today } from "~/lib/time/date";
import type { AskFilter, AskRow } from "./ask.schema";

/** More can hardly be open: a question goes with its message after 30 days. */
const MAX_ASKS = 500;

type Found = Omit<AskRow, "is_late"> & { kind: string };

export async function findAsks(db: Tx, who: Who, { side, state, q, mine, room }: AskFilter) {
  const me = who.company_id;
  const where: SQL[] = [
    sql`(r.kind <> 'pair' or exists (
    select 1 from collaboration k where k.seller_id = r.seller_id and k.buyer_id = r.buyer_id and k.is_active))`,
  ];
  if (state) where.push(state === "open" ? sql`a.answered_time is null` : sql`a.answered_time is not null`);
  if (side) where.push(side === "ours" ? sql`a.to_company = ${me}` : sql`a.to_company <> ${me}`);
  if (room) where.push(sql`a.room_id = ${room}`);
  if (mine) where.push(sql`c.username = ${who.username}`);
  if (q)
    where.push(
      sql`(strpos(${folded(sql`m.message`)}, ${searchKey(q)}) > 0 or strpos(${folded(sql`f.name`)}, ${searchKey(q)}) > 0)`,
    );
  const { rows } = await db.execute<Found>(sql`
    select a.key, a.room_id, m.id as message_id, a.number, m.message, a.to_company = ${me} as is_ours, a.asked_company = a.to_company as is_own, a.due,
      a.asker_name, a.asked_time, a.answered_time, a.answerer_name, c.username as charge, c.name as charge_name, r.kind, f.name as partner
    from chat_ask a join message m on m.room_id = a.room_id and m.number = a.number join chat_room r on r.room_id = a.room_id
      join factory f on f.id = case when r.seller_id = ${me} then r.buyer_id else r.seller_id end
      left join chat_charge c on c.ask_key = a.key
    where ${me} in (a.asked_company, a.to_company) and m.unixtime > extract(epoch from ${who.now}::timestamptz) and ${sql.join(where, sql` and `)}
    order by a.answered_time desc nulls first, a.due nulls last, a.asked_time, a.key limit ${MAX_ASKS}`);
  const day = today(new Date(who.now));
  const items = rows.map(
    ({ kind, ...row }): AskRow => ({
      ...row,
      partner: kind === "own" ? "社内" : kind === "support" ? "運営" : row.partner,
      is_late: row.answered_time === null && row.due !== null && row.due < day,
    }),
  );
  return { items, total: items.length, total_more: rows.length === MAX_ASKS, next: null, previous: null };
}
