import { call } from "~/lib/backend/call.server";
import { self } from "./user.schema";

export const userCalls = [
  call({
    method: "GET",
    path: "/users/self",
    summary: "サインインしている人",
    answer: self,
    run: async (_db, who) => self.parse({ ...who, company_id: who.company_id || null }),
  }),
];
