import { z } from "zod";
import { call } from "~/lib/api/call.server";
import { self } from "~/lib/api/self.schema";
import { permission } from "~/lib/vocabulary/permission";
import { selfChange } from "./member.schema";
import { changeSelf } from "./member.write.server";

export const userCalls = [
  call({
    method: "GET",
    path: "/users/self",
    summary: "サインインしている人",
    answer: self,
    run: async (_db, who) => self.parse({ ...who, company_id: who.company_id || null }),
  }),
  call({
    method: "PUT",
    path: "/users/self",
    summary: "自分の氏名（権限や所属は変わらない）",
    body: selfChange,
    answer: z.object({ name: z.string(), version: z.number() }),
    run: async (db, who, { body }) => changeSelf(db, who, body),
  }),
  call({
    method: "GET",
    path: "/permissions",
    summary: "自分の権限",
    answer: z.array(permission),
    run: async (_db, who) => who.permissions,
  }),
];
