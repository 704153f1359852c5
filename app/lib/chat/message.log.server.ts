import { and, eq, sql } from "drizzle-orm";
import { notFound, Refusal, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { chat_kept } from "~/lib/tables/ask.table.server";
import { factory } from "~/lib/tables/factory.table.server";
import { message } from "~/lib/tables/message.table.server";
import { lockCard } from "~/lib/task/card.lock.server";
import { changeCard } from "~/lib/task/card.write.server";
import { formatDateTime } from "~/lib/time/date";
import { lockRoom } from "./room.check.server";

/** 履歴に残す: in the card's log both companies find the words after 30 days. */
export async function keepMessage(
  db: Tx,
  who: Who,
  room_id: string,
  message_id: string,
  taskId: number | undefined,
): Promise<{ card_key: number }> {
  const room = await lockRoom(db, who, room_id);
  const [said] = await db
    .select()
    .from(message)
    .where(and(eq(message.room_id, room_id), eq(message.id, message_id)));
  if (!said || said.deleted_time) throw notFound("メッセージ");
  const [known] = await db
    .select({ card_key: chat_kept.card_key })
    .from(chat_kept)
    .where(and(eq(chat_kept.room_id, room_id), eq(chat_kept.number, said.number)));
  if (known) return known;
  const key = taskId ?? said.task_id;
  if (key === null)
    throw new Refusal(422, "入力内容を確認してください。", {
      taskId: ["履歴に残すカードを選択してください"],
    });
  const card = await lockCard(db, key);
  const [buyer] = await db
    .select({ is_stock: factory.is_stock })
    .from(factory)
    .where(eq(factory.id, card.buyer_id));
  const read =
    room.kind === "pair" ? card.buyer_id === room.buyer_id : room.kind === "own" && buyer!.is_stock;
  if (card.seller_id !== room.seller_id) throw notFound("カード");
  refuseIf(read ? null : "カードの履歴は相手の会社も読みます。この会話は、そのカードには残せません。");
  await changeCard(
    db,
    who,
    card,
    "noted",
    {},
    `${said.owner_name} ${formatDateTime(said.created_at)}：${said.message}`,
  );
  await db.insert(chat_kept).values({
    room_id,
    number: said.number,
    seller_id: room.seller_id,
    buyer_id: room.buyer_id,
    card_key: key,
    kept_name: who.acting ? "運営" : who.name,
    kept_time: who.now,
  });
  await db.execute(sql`select tell_room(${room_id}, 'ask', ${said.number})`);
  return { card_key: key };
}
