import { z } from "zod";
import { call } from "~/lib/api/call.server";
import { pageOf } from "~/lib/list/list.schema";
import { paging } from "~/lib/list/paging.schema";
import { checkbox, key, optionalKey } from "~/lib/text/text.schema";
import { findAsks } from "./ask.read.server";
import { askAct, askFilter, askInput, askMade, askRow, enterInput, people } from "./ask.schema";
import { actOnAsk, askFor, peopleOf, pinRoom } from "./ask.server";
import { contextOf } from "./context.read.server";
import { context, contextQuery } from "./context.schema";
import { chooseEnter } from "./enter.server";
import { messageId, roomId } from "./message.id.schema";
import { keepMessage } from "./message.log.server";

const roomParams = z.object({ room_id: roomId });

export const askCalls = [
  call({
    method: "GET",
    path: "/chats/asks",
    summary: "要回答の一覧",
    query: askFilter.extend(paging),
    answer: pageOf(askRow),
    run: (db, who, { query }) => findAsks(db, who, query),
  }),
  call({
    method: "POST",
    path: "/chats/rooms/{room_id}/asks",
    summary: "メッセージを要回答にする",
    params: roomParams,
    body: askInput,
    answer: askMade,
    run: (db, who, { params, body }) => askFor(db, who, params.room_id, body),
  }),
  call({
    method: "POST",
    path: "/chats/asks/{key}/act",
    summary: "要回答を回答済みにする・戻す・担当を決める",
    params: z.object({ key: key("要回答") }),
    body: askAct,
    answer: askMade,
    run: (db, who, { params, body }) => actOnAsk(db, who, params.key, body),
  }),
  call({
    method: "GET",
    path: "/chats/rooms/{room_id}/people",
    summary: "ルームで名指しできる人",
    params: roomParams,
    answer: people,
    run: async (db, who, { params }) => ({ items: await peopleOf(db, who, params.room_id) }),
  }),
  call({
    method: "GET",
    path: "/chats/rooms/{room_id}/context",
    summary: "ルームの横に出すもの（カード・要対応）",
    params: roomParams,
    query: contextQuery,
    answer: context,
    run: (db, who, { params, query }) => contextOf(db, who, params.room_id, query),
  }),
  call({
    method: "POST",
    path: "/chats/rooms/{room_id}/keep",
    summary: "メッセージをカードの履歴に残す",
    params: roomParams,
    body: z.object({ message_id: messageId, taskId: optionalKey("カード") }),
    answer: z.object({ card_key: z.number() }),
    run: (db, who, { params, body }) => keepMessage(db, who, params.room_id, body.message_id, body.taskId),
  }),
  call({
    method: "PUT",
    path: "/chats/enter",
    summary: "Enterだけで送信するかを選ぶ（本人）",
    body: enterInput,
    answer: z.object({}),
    run: async (db, who, { body }) => {
      await chooseEnter(db, who, body.is_on);
      return {};
    },
  }),
  call({
    method: "PUT",
    path: "/chats/rooms/{room_id}/pin",
    summary: "ルームをピンで留める・外す",
    params: roomParams,
    body: z.object({ is_pinned: checkbox() }),
    answer: z.object({}),
    run: async (db, who, { params, body }) => {
      await pinRoom(db, who, params.room_id, body.is_pinned);
      return {};
    },
  }),
];
