import { sql } from "drizzle-orm";
import { DEFAULT_GROUP } from "~/lib/api/identity";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { toMessage, unreadIn } from "./message.read.server";
import type { Room } from "./message.schema";
import { roomOf } from "./room";

type Found = {
  room_id: string;
  kind: Room["kind"];
  factory_id: string;
  name: string;
  last_number: number;
  last_time: string | null;
  unread: number;
  read: number;
  read_id: string | null;
  other_read: number;
  last: Parameters<typeof toMessage>[0] | null;
  is_pinned: boolean;
  asks: number;
};

export async function findRooms(db: Tx, who: Who): Promise<(Room & { read_id: string | null })[]> {
  const me = who.company_id;
  if (me === "") return [];
  const own = roomOf(me, who.company_type ?? "buyer", me);
  const support = roomOf(me, who.company_type ?? "buyer", DEFAULT_GROUP);
  const { rows } = await db.execute<Found>(sql`
    with mine as (
      select c.seller_id || '_' || c.buyer_id as room_id, 'pair' as kind, f.id as factory_id,
        f.name || case when count(*) over (partition by f.id) = 1 then ''
          when c.seller_id = ${me} then '（依頼元）' else '（依頼先）' end as name
      from collaboration c join factory f on f.id = case when c.seller_id = ${me} then c.buyer_id else c.seller_id end
      where ${me} in (c.seller_id, c.buyer_id) and c.is_active and not f.is_stock
      union all select ${own}, 'own', ${me}, '社内'
      union all select ${support}, 'support', ${DEFAULT_GROUP}, '運営')
    select mine.*, coalesce(r.last_number, 0) as last_number, r.last_time, cr.last_message_id as read_id,
      coalesce(cr.last_number, 0) as read, (case when r.seller_id = ${me} then r.buyer_read else r.seller_read end) as other_read,
      (select count(*)::int from (${unreadIn(sql`r.room_id`, sql`cr`, who.now)} limit 100) u) as unread,
      (select to_jsonb(m) from message m where m.room_id = r.room_id and m.number = r.last_number) as last,
      p.room_id is not null as is_pinned,
      (select count(*)::int from chat_ask a where a.room_id = mine.room_id and a.to_company = ${me} and a.answered_time is null) as asks
    from mine left join chat_room r on r.room_id = mine.room_id
      left join chat_read cr on cr.room_id = mine.room_id and cr.username = ${who.username} and cr.company_id = ${me}
      left join chat_pin p on p.room_id = mine.room_id and p.username = ${who.username}
    order by p.room_id is null, r.last_time desc nulls last, mine.kind = 'support', mine.kind = 'own', mine.name`);
  return rows.map((row) => ({
    id: row.room_id,
    kind: row.kind,
    factory_id: row.factory_id,
    name: row.name,
    lastNumber: row.last_number,
    lastTime: row.last_time,
    unread: who.isInternal ? 0 : row.unread,
    read: row.read,
    otherRead: row.kind === "pair" ? (row.other_read ?? 0) : 0,
    read_id: row.read_id,
    last: row.last && toMessage(row.last),
    isPinned: row.is_pinned,
    asks: row.asks,
  }));
}
