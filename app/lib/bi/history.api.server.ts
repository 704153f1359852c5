import { type Call, call } from "~/lib/api/call.server";
import { historyFilter, historyPage } from "./history.schema";
import { listHistory } from "./history.server";

export const historyCalls: Call[] = [
  call({
    method: "GET",
    path: "/bi/history",
    summary: "更新履歴",
    permission: "bi",
    query: historyFilter,
    answer: historyPage,
    run: (db, who, { query }) => listHistory(db, who, query),
  }),
];
