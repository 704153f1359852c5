import { z } from "zod";
import { call } from "~/lib/api/call.server";
import { acknowledge, deleteMessage, editMessage } from "./change.server";
import { roomId } from "./message.id.schema";
import { acknowledgeInput, deleteInput, editInput, message } from "./message.schema";

const params = z.object({ room_id: roomId });

export const changeCalls = [
  call({
    method: "POST",
    path: "/chats/rooms/{room_id}/edit",
    summary: "自分のメッセージを編集する（送信から15分まで）",
    params,
    body: editInput,
    answer: message,
    run: (db, who, { params: { room_id }, body }) => editMessage(db, who, room_id, body),
  }),
  call({
    method: "POST",
    path: "/chats/rooms/{room_id}/delete",
    summary: "自分のメッセージを削除する（送信から15分まで）",
    params,
    body: deleteInput,
    answer: message,
    run: (db, who, { params: { room_id }, body }) => deleteMessage(db, who, room_id, body),
  }),
  call({
    method: "POST",
    path: "/chats/rooms/{room_id}/acknowledge",
    summary: "メッセージに「了解」を付ける・外す",
    params,
    body: acknowledgeInput,
    answer: message,
    run: (db, who, { params: { room_id }, body }) => acknowledge(db, who, room_id, body),
  }),
];
