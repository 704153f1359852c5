import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { notFound, Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import { runLast, type Tx } from "~/lib/db/connection.server";
import { keepFiles } from "~/lib/file/file.server";
import { giveNotices } from "~/lib/notice/notice.server";
import { card } from "~/lib/tables/card.table.server";
import { product } from "~/lib/tables/factory.table.server";
import { chat_room, message } from "~/lib/tables/message.table.server";
import { shorten } from "~/lib/text/shorten";
import type { Stored } from "~/lib/vocabulary/file";
import { isKnownToRoom } from "./about.read.server";
import { askFor, peopleOf } from "./ask.server";
import { isNamed, mentioned } from "./mention";
import { filesKey, messageWithId, toMessage } from "./message.read.server";
import type { filesInput, Message, MessageInput } from "./message.schema";
import { expiry, type Parties, partiesOf } from "./room";
import { checkRoom, lockRoom } from "./room.check.server";
import { filesSent } from "./sent";

/** Both companies of the room must be able to see what a message points at. */
async function checkAbout(db: Tx, room: Parties, { productId, taskId }: MessageText): Promise<void> {
  const [one] =
    taskId === undefined
      ? [true]
      : await db
          .select({ key: card.key })
          .from(card)
          .where(and(eq(card.key, taskId), isKnownToRoom(card, room)));
  if (!one) throw notFound("カード");
  if (productId === undefined) return;
  const [found] = await db
    .select({ id: product.product_id })
    .from(product)
    .where(and(eq(product.product_id, productId), isKnownToRoom(product, room)));
  if (!found) throw notFound("商品");
}

async function notifyNamed(
  db: Tx,
  who: Who,
  room: { room_id: string },
  other: string,
  number: number,
  words: string,
): Promise<void> {
  const named = mentioned(words, await peopleOf(db, who, room.room_id)).filter(
    ({ username }) => username !== who.username,
  );
  const text = `${who.acting ? "運営" : who.name}さんから：${shorten(words, 80)}`;
  await giveNotices(
    db,
    named.map(({ username, is_own }) => ({
      company_id: is_own ? who.company_id : other,
      username,
      kind: "ask",
      text,
      path: `/chat/${room.room_id}?before=${number + 1}`,
      at: who.now,
    })),
  );
}

type Room = Parties & { room_id: string };
type NewMessage = Omit<typeof message.$inferSelect, "number">;

function wordsOf(who: Who, room: Room, input: MessageText): NewMessage {
  return {
    room_id: room.room_id,
    id: input.id,
    seller_id: room.seller_id,
    buyer_id: room.buyer_id,
    owner: who.username,
    owner_name: who.acting ? "運営" : who.name,
    owner_factory: who.company_id,
    collab_factory: room.seller_id === who.company_id ? room.buyer_id : room.seller_id,
    is_staff: who.isInternal,
    message: input.message,
    product_id: input.productId ?? null,
    task_id: input.taskId ?? null,
    agreement_key: null,
    order_key: null,
    reply_to: null,
    version: 1,
    edited_time: null,
    deleted_time: null,
    unixtime: expiry(who.now),
    created_at: who.now,
    updated_at: who.now,
  };
}

const insertMessage = (who: Who, room: Room, given: NewMessage, tells = false) => sql`
  select say_in_room(jsonb_populate_record(null::message, ${JSON.stringify(given)}), jsonb_populate_record(null::chat_room, ${JSON.stringify(room)}),
    ${!who.isInternal}, ${tells}) as number`;

async function numberOf(db: Tx, room_id: string, id: string | undefined): Promise<number | null> {
  if (id === undefined) return null;
  const [found] = await db
    .select({ number: message.number })
    .from(message)
    .where(and(eq(message.room_id, room_id), eq(message.id, id)));
  if (!found) throw notFound("返信先のメッセージ");
  return found.number;
}

type Attached = { agreement_key?: number; order_key?: number; files?: true };
type MessageText = Omit<MessageInput, "ask" | "due">;

async function postWithAsk(
  db: Tx,
  who: Who,
  { ask, due, ...input }: MessageInput,
  carried?: Attached,
): Promise<Message> {
  const said = await postMessage(db, who, input, carried);
  if (!ask || said.asks.length > 0) return said;
  const pair = partiesOf(input.roomId)!.kind === "pair";
  const named = pair ? [] : mentioned(input.message, await peopleOf(db, who, input.roomId));
  await askFor(db, who, input.roomId, {
    message_id: input.id,
    whose: pair ? "theirs" : "ours",
    due,
    username: named[0]?.username,
  });
  return (await messageWithId(db, who, input.roomId, input.id))!;
}

/**
 * Numbers are given under the room's lock, so that no reader can skip one. The same id is the same message.
 * Staff speak as 「運営」.
 */
export async function postMessage(
  db: Tx,
  who: Who,
  input: MessageText,
  carried: Attached = {},
): Promise<Message> {
  const { agreement_key, order_key, files } = carried;
  const room = await checkRoom(db, who, input.roomId);
  await checkAbout(db, room, input);
  const given = {
    ...wordsOf(who, room, input),
    agreement_key: agreement_key ?? null,
    order_key: order_key ?? null,
    reply_to: await numberOf(db, room.room_id, input.replyTo),
  };
  const { rows } = await db.execute<{ number: number | null }>(insertMessage(who, room, given, input.send));
  const { number } = rows[0]!;
  if (number !== null && who.isInternal && room.kind === "support")
    await markAnswered(db, room.room_id, number);
  if (number !== null && isNamed(input.message))
    await notifyNamed(db, who, room, given.collab_factory, number, input.message);
  // For words alone the room's lock is held for nothing more.
  const isPlain =
    !input.taskId && !input.productId && !input.replyTo && !agreement_key && !order_key && !files;
  if (number !== null && isPlain) return toMessage({ ...given, number });
  const said = (await messageWithId(db, who, room.room_id, input.id))!;
  const isSame = said.version > 1 || said.message === input.message;
  if (number === null && (said.owner !== who.username || !isSame)) {
    throw new Refusal(422, "この番号のメッセージはもうあります。画面を読み込み直してください。");
  }
  return said;
}

/** Staff leave no mark of reading, but that they have answered. */
const markAnswered = (db: Tx, room_id: string, number: number) =>
  db.update(chat_room).set({ buyer_read: number }).where(eq(chat_room.room_id, room_id));

/**
 * Words alone are the transaction's last statement (decision 030): nothing may be asked of it afterwards.
 */
export async function sendMessage(db: Tx, who: Who, input: MessageInput): Promise<Message> {
  const { ask, due, ...said } = input;
  if (ask || said.taskId || said.productId || said.replyTo || who.acting) return postWithAsk(db, who, input);
  const [room, known, people] = await Promise.all([
    checkRoom(db, who, said.roomId),
    db
      .select({ number: message.number })
      .from(message)
      .where(and(eq(message.room_id, said.roomId), eq(message.id, said.id))),
    isNamed(said.message) ? peopleOf(db, who, said.roomId) : [],
  ]);
  if (known.length > 0 || mentioned(said.message, people).length > 0) return postWithAsk(db, who, input);
  const given = wordsOf(who, room, said);
  const [row] = await runLast<{ number: number | null }>(db, insertMessage(who, room, given, said.send));
  if (row!.number === null) throw Object.assign(new Error("said meanwhile"), { code: "40001" });
  return toMessage({ ...given, number: row!.number });
}

/** One message under the same id however often it is sent. */
export async function postFiles(
  db: Tx,
  who: Who,
  roomId: string,
  input: z.output<typeof filesInput>,
  files: Stored[],
): Promise<Message> {
  const room = await lockRoom(db, who, roomId);
  if (!(await messageWithId(db, who, roomId, input.id))) {
    await keepFiles(
      db,
      who,
      { kind: "chat", key: filesKey(roomId, input.id), seller_id: room.seller_id, buyer_id: room.buyer_id },
      files,
    );
  }
  return postWithAsk(
    db,
    who,
    { ...input, roomId, message: input.message ?? filesSent(files) },
    { files: true },
  );
}
