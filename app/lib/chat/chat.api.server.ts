import { sql } from "drizzle-orm";
import { z } from "zod";
import { call } from "~/lib/api/call.server";
import { FILES_MAX } from "~/lib/file/limit";
import { key } from "~/lib/text/text.schema";
import { findAbout } from "./about.read.server";
import { agreementAnswer, agreementInput } from "./agreement.schema";
import { answerAgreement, proposeAgreement } from "./agreement.server";
import { entersOf } from "./enter.server";
import { roomId } from "./message.id.schema";
import { findMessages } from "./message.read.server";
import {
  chatStatus,
  filesInput,
  message,
  messageInput,
  messages,
  messagesQuery,
  roomCards,
  roomCardsQuery,
  rooms,
  statusInput,
} from "./message.schema";
import { postFiles, sendMessage } from "./message.server";
import { phrases, phrasesInput } from "./phrase.schema";
import { changePhrases, phrasesOf } from "./phrase.server";
import { findStatus, readAll, saveStatus } from "./read.server";
import { findRooms } from "./room.server";

export const chatCalls = [
  call({
    method: "GET",
    path: "/chats/phrases",
    summary: "自社の定型文",
    answer: phrases,
    run: (db, who) => phrasesOf(db, who),
  }),
  call({
    method: "PUT",
    path: "/chats/phrases",
    summary: "自社の定型文を置き換える",
    admin: true,
    body: phrasesInput,
    answer: phrases,
    run: (db, who, { body }) => changePhrases(db, who, body),
  }),
  call({
    method: "GET",
    path: "/chats/rooms",
    summary: "チャットのルーム一覧",
    answer: rooms,
    run: async (db, who) => {
      const { rows } = await db.execute<{ cursor: number }>(sql`
        select coalesce(max(last_number), 0)::bigint as cursor from chat_feed where company_id = ${who.company_id}`);
      return {
        items: (await findRooms(db, who)).map(({ read_id: _, ...room }) => room),
        cursor: rows[0]!.cursor,
        enter: await entersOf(db, who),
      };
    },
  }),
  call({
    method: "GET",
    path: "/chats/rooms/{room_id}/messages",
    summary: "ルームのメッセージ（新しい順）",
    params: z.object({ room_id: roomId }),
    query: messagesQuery,
    answer: messages,
    run: (db, who, { params, query }) => findMessages(db, who, params.room_id, query),
  }),
  call({
    method: "GET",
    path: "/chats/rooms/{room_id}/cards",
    summary: "ルームで話せるカードと商品",
    params: z.object({ room_id: roomId }),
    query: roomCardsQuery,
    answer: roomCards,
    run: (db, who, { params, query }) => findAbout(db, who, params.room_id, query),
  }),
  call({
    method: "POST",
    path: "/chats/messages",
    summary: "メッセージの送信",
    body: messageInput,
    answer: message,
    repeatable: true,
    run: (db, who, { body }) => sendMessage(db, who, body),
  }),
  call({
    method: "POST",
    path: "/chats/rooms/{room_id}/files",
    summary: "ファイルの送信",
    params: z.object({ room_id: roomId }),
    body: filesInput,
    files: { most: FILES_MAX, any: true },
    answer: message,
    run: (db, who, { params, body, files }) => postFiles(db, who, params.room_id, body, files),
  }),
  call({
    method: "POST",
    path: "/chats/agreements",
    summary: "合意の提案",
    body: agreementInput,
    answer: message,
    run: (db, who, { body }) => proposeAgreement(db, who, body),
  }),
  call({
    method: "POST",
    path: "/chats/agreements/{key}/answer",
    summary: "合意の提案への回答",
    params: z.object({ key: key("合意の提案") }),
    body: agreementAnswer,
    answer: message,
    run: (db, who, { params, body }) => answerAgreement(db, who, params.key, body),
  }),
  call({
    method: "GET",
    path: "/chats/status",
    summary: "未読の状態",
    answer: chatStatus,
    run: (db, who) => findStatus(db, who),
  }),
  call({
    method: "PUT",
    path: "/chats/status",
    summary: "ここまで読んだ",
    body: statusInput,
    answer: chatStatus,
    run: (db, who, { body }) => saveStatus(db, who, body),
  }),
  call({
    method: "PUT",
    path: "/chats/status/all",
    summary: "全てのルームを既読にする",
    answer: chatStatus,
    run: (db, who) => readAll(db, who),
  }),
];
