import { and, desc, eq, inArray, isNull, lt, or, sql, type SQL } from "drizzle-orm";
import type { Who } from "~/lib/auth/who";
import type { Tx } from "~/lib/db/connection.server";
import { file } from "~/lib/file/file.table.server";
import { product } from "~/lib/setting/factory.table.server";
import { card } from "~/lib/task/card.table.server";
import type { z } from "zod";
import type { Message, MessagesQuery, roomCardsQuery } from "./message.schema";
import { agreement, message } from "./message.table.server";
import { checkRoom } from "./room.server";

type Row = typeof message.$inferSelect;
type About = Pick<Message, "card" | "product" | "agreement" | "files">;
type Found = { row: Row } & Omit<About, "files">;

/** A row as the wire has it. */
export function shownAs(row: Row, about: About = { card: null, product: null, agreement: null, files: [] }): Message {
  return {
    id: row.id, number: row.number, roomId: row.room_id, owner: row.owner, ownerName: row.owner_name, ownerFactory: row.owner_factory,
    collabFactory: row.collab_factory, isStaff: row.is_staff, message: row.message, productId: row.product_id, taskId: row.task_id,
    unixtime: row.unixtime, createdAt: new Date(row.created_at).toISOString(), updatedAt: new Date(row.updated_at).toISOString(), ...about,
  };
}

const about = {
  row: message,
  card: { key: card.key, id: card.id, name: card.name, status: card.status, delivery_date: card.delivery_date },
  product: { product_id: product.product_id, name: product.name },
  agreement: { key: agreement.key, card_key: agreement.card_key, field: agreement.field, value: agreement.value, note: agreement.note,
    state: agreement.state, proposed_by: agreement.proposed_by, answerer_name: agreement.answerer_name },
};

function query(db: Tx) {
  return db.select(about).from(message)
    .leftJoin(card, eq(card.key, message.task_id)).leftJoin(product, eq(product.product_id, message.product_id))
    .leftJoin(agreement, eq(agreement.key, message.agreement_key)).$dynamic();
}

/** What is unread of a room, by the mark in `read`: what has expired is not there any more, whether it is purged yet or not. */
export const unreadIn = (room: SQL, read: SQL, now: string) => sql`select from message x
  where x.room_id = ${room} and x.number > coalesce(${read}.last_number, 0) and x.unixtime > extract(epoch from ${now}::timestamptz)`;

/** A message's files stand under this. */
export const filesKey = (room_id: string, id: string) => `${room_id} ${id}`;

async function shown(db: Tx, rows: Found[]): Promise<Message[]> {
  const keys = rows.map(({ row }) => filesKey(row.room_id, row.id));
  const { key, name, media_type, size, has_thumb, owner_key } = file;
  const files = keys.length === 0 ? [] : await db.select({ key, name, media_type, size, has_thumb, owner_key }).from(file)
    .where(and(eq(file.owner_kind, "chat"), inArray(owner_key, keys), isNull(file.deleted_time))).orderBy(file.id);
  return rows.map(({ row, ...more }, index) => shownAs(row, { ...more, files: files.filter((one) => one.owner_key === keys[index]) }));
}

/** A page of a room, newest first; expired messages are not shown though they may not be purged yet. */
export async function findMessages(db: Tx, who: Who, room_id: string, { limit, nextToken, q, taskId }: MessagesQuery) {
  await checkRoom(db, who, room_id);
  const rows = await query(db).where(and(
    eq(message.room_id, room_id), sql`${message.unixtime} > extract(epoch from ${who.now}::timestamptz)`,
    nextToken === undefined ? undefined : lt(message.number, Number(nextToken)),
    taskId === undefined ? undefined : eq(message.task_id, taskId),
    q ? sql`(strpos(lower(${message.message}), lower(${q})) > 0 or strpos(lower(${message.owner_name}), lower(${q})) > 0)` : undefined,
  )).orderBy(desc(message.number)).limit(limit + 1);
  const items = await shown(db, rows.slice(0, limit));
  return { items, nextToken: rows.length > limit ? String(items[items.length - 1]!.number) : null };
}

/** Those of a room with these numbers, in their order: what a stream brings. */
export async function messagesNumbered(db: Tx, room_id: string, numbers: number[]): Promise<Message[]> {
  const rows = await query(db).where(and(eq(message.room_id, room_id), sql`${message.number} = any(${sql.param(numbers)}::bigint[])`)).orderBy(message.number);
  return shown(db, rows);
}

/** One message by its client's id. */
export async function messageWithId(db: Tx, room_id: string, id: string): Promise<Message | null> {
  const [found] = await shown(db, await query(db).where(and(eq(message.room_id, room_id), eq(message.id, id))));
  return found ?? null;
}

/** Cards that a room's two companies both know (within a company: its own), by number or name; one by its key. */
export async function cardsOfRoom(db: Tx, who: Who, room_id: string, { q, key }: z.output<typeof roomCardsQuery>) {
  const room = await checkRoom(db, who, room_id);
  const theirs = room.kind === "pair" ? and(eq(card.seller_id, room.seller_id), eq(card.buyer_id, room.buyer_id))
    : or(eq(card.seller_id, room.seller_id), eq(card.buyer_id, room.seller_id));
  const like = q ? sql`(${card.id} like ${`${q.replace(/[\\%_]/g, "\\$&")}%`} or strpos(lower(${card.name}), lower(${q})) > 0)` : undefined;
  return { items: await db.select(about.card).from(card).where(and(theirs, like, key === undefined ? undefined : eq(card.key, key)))
    .orderBy(desc(card.key)).limit(20) };
}
