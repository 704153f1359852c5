import { sql } from "drizzle-orm";
import { z } from "zod";
import { call } from "~/lib/api/call.server";
import { sendInput } from "./message.schema";
import { badges, noticeMark, noticeRows } from "./notice.schema";
import { findBadges, findNotices, markNotices } from "./notice.server";
import { checkRoom } from "./room.check.server";

export const noticeCalls = [
  call({
    method: "GET",
    path: "/chats/badges",
    summary: "未読のあるルームとお知らせの数",
    answer: badges,
    run: (db, who) => findBadges(db, who),
  }),
  call({
    method: "GET",
    path: "/notices",
    summary: "お知らせ（ベル）",
    answer: noticeRows,
    run: (db, who) => findNotices(db, who),
  }),
  call({
    method: "PUT",
    path: "/notices",
    summary: "お知らせを既読・未読にする",
    body: noticeMark,
    answer: noticeRows,
    run: (db, who, { body }) => markNotices(db, who, body),
  }),
  call({
    method: "POST",
    path: "/notices/test",
    summary: "自分の端末へ試しに送る",
    answer: z.object({}),
    run: async (db) => {
      await db.execute(sql`select carry_test()`);
      return {};
    },
  }),
  call({
    method: "POST",
    path: "/chats/send",
    summary: "ルームの相手に知らせる（5秒に1回）",
    body: sendInput,
    answer: z.object({}),
    run: async (db, who, { body }) => {
      const { room_id } = await checkRoom(db, who, body.room_id);
      await db.execute(sql`select carry_room(${room_id})`);
      return {};
    },
  }),
];
