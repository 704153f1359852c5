import { type SQL, sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { searchKey } from "~/lib/text/fold";
import { folded } from "~/lib/text/fold.server";
import { findRooms } from "./room.server";
import type { SearchFilter, SearchRow, SentFileFilter, SentFileRow } from "./search.schema";

/** Messages go after 30 days; beyond so many a narrower search finds better. */
const MAX_FOUND = 500;

const FILES = sql`file x where x.owner_kind = 'chat' and x.deleted_time is null
  and x.owner_key = m.room_id || ' ' || m.id`;

/** Those of the rooms that this person may enter, as they stand now. */
async function scopeOf(db: Tx, who: Who, { room, from, to }: SentFileFilter) {
  const all = await findRooms(db, who);
  const rooms = room ? all.filter(({ id }) => id === room) : all;
  const ids = rooms.map(({ id }) => id);
  const where = [
    sql`m.room_id = any(${sql.param(ids)}::text[])`,
    sql`m.unixtime > extract(epoch from ${who.now}::timestamptz)`,
    sql`m.deleted_time is null`,
  ];
  if (from) where.push(sql`m.created_at >= (${from}::date)::timestamp at time zone 'Asia/Tokyo'`);
  if (to) where.push(sql`m.created_at < (${to}::date + 1)::timestamp at time zone 'Asia/Tokyo'`);
  return { where, names: new Map(rooms.map(({ id, name }) => [id, name])) };
}

/** Width, kana and case do not matter (R7-3). */
const holds = (q: string, texts: SQL[]) =>
  sql.join(
    texts.map((text) => sql`strpos(${folded(text)}, ${searchKey(q)}) > 0`),
    sql` or `,
  );

function found<Row extends { room_id: string; created_time: string }>(
  rows: Row[],
  names: Map<string, string>,
) {
  const items = rows.slice(0, MAX_FOUND).map((row) => ({
    ...row,
    room: names.get(row.room_id)!,
    created_time: new Date(row.created_time).toISOString(),
  }));
  return {
    items,
    total: items.length,
    total_more: rows.length > MAX_FOUND,
    next: null,
    previous: null,
  };
}

const nothing = found<never>([], new Map());

export async function searchMessages(db: Tx, who: Who, filter: SearchFilter) {
  const { q, room, from, to, files } = filter;
  if (!q && !room && !from && !to && !files) return nothing;
  const { where, names } = await scopeOf(db, who, filter);
  if (files) where.push(sql`exists (select from ${FILES})`);
  if (q) {
    const texts = [sql`m.message`, sql`m.owner_name`, sql`c.id`, sql`c.name`, sql`p.code`, sql`p.name`];
    where.push(sql`(${holds(q, texts)} or exists (select from ${FILES} and ${holds(q, [sql`x.name`])}))`);
  }
  const { rows } = await db.execute<Omit<SearchRow, "room">>(sql`
    select m.room_id, m.number, m.owner_name, m.message, c.id as card, m.created_at as created_time,
      (select string_agg(x.name, '、' order by x.id) from ${FILES}) as files
    from message m left join card c on c.key = m.task_id left join product p on p.product_id = m.product_id
    where ${sql.join(where, sql` and `)}
    order by m.created_at desc, m.room_id, m.number desc limit ${MAX_FOUND + 1}`);
  return found(rows, names);
}

export async function findSentFiles(db: Tx, who: Who, filter: SentFileFilter) {
  const { where, names } = await scopeOf(db, who, filter);
  if (filter.q) where.push(sql`(${holds(filter.q, [sql`x.name`, sql`m.owner_name`])})`);
  const { rows } = await db.execute<Omit<SentFileRow, "room">>(sql`
    select x.key, x.name, x.size, x.has_thumb, m.room_id, m.number, m.owner_name, m.created_at as created_time
    from message m cross join lateral (select * from ${FILES}) x
    where ${sql.join(where, sql` and `)}
    order by m.created_at desc, m.room_id, m.number desc, x.id limit ${MAX_FOUND + 1}`);
  return found(rows, names);
}
