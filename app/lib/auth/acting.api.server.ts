import { z } from "zod";
import { call } from "~/lib/api/call.server";
import { acting } from "~/lib/api/self.schema";
import { rowKey } from "~/lib/text/text.schema";
import { actingInput, actingRows } from "./acting.schema";
import { actingsOf, endActing, extendActing, startActing } from "./acting.server";

const ofActing = z.object({ key: rowKey });

export const actingCalls = [
  call({
    method: "GET",
    path: "/actings",
    summary: "自分の切り替えの記録（運営）",
    internal: true,
    answer: actingRows,
    run: async (db, who) => ({ items: await actingsOf(db, { username: who.username }, 500) }),
  }),
  call({
    method: "POST",
    path: "/actings",
    summary: "会社への切り替え（運営、30分）",
    internal: true,
    body: actingInput,
    answer: acting,
    run: (db, who, { body }) => startActing(db, who, body),
  }),
  call({
    method: "POST",
    path: "/actings/{key}/extend",
    summary: "切り替えの延長（1回だけ）",
    internal: true,
    params: ofActing,
    answer: acting,
    run: (db, who, { params }) => extendActing(db, who, params.key),
  }),
  call({
    method: "POST",
    path: "/actings/{key}/end",
    summary: "切り替えの終了",
    internal: true,
    params: ofActing,
    answer: z.object({}),
    run: async (db, who, { params }) => {
      await endActing(db, who, params.key);
      return {};
    },
  }),
  call({
    method: "GET",
    path: "/factories/self/accesses",
    summary: "運営がこの会社として表示・操作した記録",
    admin: true,
    answer: actingRows,
    run: async (db, who) => ({ items: await actingsOf(db, { company_id: who.company_id }, 100) }),
  }),
];
