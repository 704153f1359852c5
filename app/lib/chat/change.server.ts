import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { notFound, refuseIf, stale } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { chat_ack, chat_change } from "~/lib/tables/message.change.table.server";
import { cannotAcknowledge, cannotChange, GONE } from "./change";
import { messageWithId } from "./message.read.server";
import type { acknowledgeInput, deleteInput, editInput, Message } from "./message.schema";
import { lockRoom } from "./room.check.server";

const nameOf = (who: Who) => (who.acting ? "運営" : who.name);

async function lockMessage(db: Tx, who: Who, room_id: string, id: string) {
  const room = await lockRoom(db, who, room_id);
  const said = await messageWithId(db, who, room_id, id);
  if (!said) throw notFound("メッセージ");
  return { room, said };
}

const again = async (db: Tx, who: Who, { roomId, id }: Message) =>
  (await messageWithId(db, who, roomId, id))!;

/** `words` null: taken back. */
async function changeWords(
  db: Tx,
  who: Who,
  said: Message,
  version: number,
  words: string | null,
): Promise<Message> {
  refuseIf(cannotChange(said, who.username, Date.parse(who.now)));
  const { rows } = await db.execute<{ version: number | null }>(sql`
    select change_message(${said.roomId}, ${said.number}, ${version}, ${words}::text, ${GONE}, ${nameOf(who)}, ${who.now}) as version`);
  if (rows[0]!.version === null) throw stale("メッセージ");
  return again(db, who, said);
}

export async function editMessage(
  db: Tx,
  who: Who,
  room_id: string,
  { message_id, message, version }: z.output<typeof editInput>,
): Promise<Message> {
  const { said } = await lockMessage(db, who, room_id, message_id);
  const isThere = said.owner === who.username && said.message === message && !said.deletedAt;
  return isThere ? said : changeWords(db, who, said, version, message);
}

export async function deleteMessage(
  db: Tx,
  who: Who,
  room_id: string,
  { message_id, version }: z.output<typeof deleteInput>,
): Promise<Message> {
  const { said } = await lockMessage(db, who, room_id, message_id);
  const isGone = said.owner === who.username && said.deletedAt !== null;
  return isGone ? said : changeWords(db, who, said, version, null);
}

/** 了解, and taking it back. */
export async function acknowledge(
  db: Tx,
  who: Who,
  room_id: string,
  { message_id, is_acknowledged }: z.output<typeof acknowledgeInput>,
): Promise<Message> {
  const { room, said } = await lockMessage(db, who, room_id, message_id);
  refuseIf(cannotAcknowledge(said, who.username, who.isInternal));
  const here = { room_id, number: said.number, company_id: who.company_id, username: who.username };
  const isMine = and(
    eq(chat_ack.room_id, room_id),
    eq(chat_ack.number, said.number),
    eq(chat_ack.username, who.username),
  );
  const changed = is_acknowledged
    ? await db
        .insert(chat_ack)
        .values({
          ...here,
          seller_id: room.seller_id,
          buyer_id: room.buyer_id,
          name: who.name,
          acked_time: who.now,
        })
        .onConflictDoNothing()
        .returning({ number: chat_ack.number })
    : await db.delete(chat_ack).where(isMine).returning({ number: chat_ack.number });
  if (changed.length === 0) return said;
  const kind = is_acknowledged ? "acknowledged" : "unacknowledged";
  await db.insert(chat_change).values({ ...here, kind, name: who.name, at: who.now });
  await db.execute(sql`select tell_room(${room_id}, 'changed', ${said.number})`);
  return again(db, who, said);
}
