import { type Call, call } from "~/lib/api/call.server";
import { startPage } from "./start.schema";
import { startOf } from "./start.server";

export const startCalls: Call[] = [
  call({
    method: "GET",
    path: "/bi/start",
    summary: "今日の確認",
    permission: "bi",
    answer: startPage,
    run: (db, who) => startOf(db, who),
  }),
];
