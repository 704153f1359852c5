import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { notFound } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { chat_read, chat_room, message } from "~/lib/tables/message.table.server";
import type { statusInput } from "./message.schema";
import { isMember, roomOf } from "./room";
import { lockRoom } from "./room.check.server";
import { findRooms } from "./room.server";

type Room = Pick<typeof chat_room.$inferSelect, "room_id" | "seller_id" | "buyer_id" | "last_number">;

/** Never back; staff leave no mark. */
async function markRead(db: Tx, who: Who, room: Room, number: number, id: string): Promise<boolean> {
  if (who.isInternal) return false;
  const values = { last_number: number, last_message_id: id, update_time: who.now };
  const moved = await db
    .insert(chat_read)
    .values({ ...values, room_id: room.room_id, username: who.username, company_id: who.company_id })
    .onConflictDoUpdate({
      target: [chat_read.room_id, chat_read.username],
      set: values,
      setWhere: sql`${chat_read}.last_number < ${number}`,
    })
    .returning({ room_id: chat_read.room_id });
  const side = room.seller_id === who.company_id ? "seller_read" : "buyer_read";
  await db
    .update(chat_room)
    .set({ [side]: sql`greatest(${chat_room[side]}, ${number})` })
    .where(eq(chat_room.room_id, room.room_id));
  return moved.length > 0;
}

export async function saveStatus(
  db: Tx,
  who: Who,
  { factory_id, last_message_id, room_id }: z.output<typeof statusInput>,
) {
  const asked = room_id ?? (await roomWith(db, who, factory_id));
  const room = await lockRoom(db, who, asked);
  const [seen] = await db
    .select({ number: message.number })
    .from(message)
    .where(and(eq(message.room_id, asked), eq(message.id, last_message_id)));
  if (!seen) throw notFound("メッセージ");
  if (await markRead(db, who, room, seen.number, last_message_id))
    await db.execute(sql`select tell_room(${asked}, 'read', ${seen.number})`);
  return findStatus(db, who);
}

/** Rooms are locked in one order. */
export async function readAll(db: Tx, who: Who) {
  const unread = (await findRooms(db, who))
    .filter((room) => room.unread > 0)
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  for (const { id } of unread) {
    const room = await lockRoom(db, who, id);
    const [last] = await db
      .select({ id: message.id })
      .from(message)
      .where(and(eq(message.room_id, id), eq(message.number, room.last_number)));
    if (last && (await markRead(db, who, room, room.last_number, last.id)))
      await db.execute(sql`select tell_room(${id}, 'read', ${room.last_number})`);
  }
  return findStatus(db, who);
}

/** Where two companies order from each other, the room in which this one sells. */
async function roomWith(db: Tx, who: Who, factory_id: string): Promise<string> {
  const rooms = (await findRooms(db, who)).filter((room) => room.factory_id === factory_id);
  const wanted = roomOf(who.company_id, who.company_type ?? "buyer", factory_id);
  const found = rooms.find((room) => room.id === wanted) ?? rooms[0];
  if (!found || !isMember(found.id, who.company_id)) throw notFound("ルーム");
  return found.id;
}

export async function findStatus(db: Tx, who: Who) {
  const rooms = await findRooms(db, who);
  return {
    items: rooms.map(({ factory_id, id, read_id, last, unread }) => ({
      factory_id,
      room_id: id,
      last_message_id: read_id,
      latest_message_id: last?.id ?? null,
      unread,
    })),
    unread: rooms.reduce((sum, room) => sum + room.unread, 0),
  };
}
