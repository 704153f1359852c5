import { type Call, call } from "~/lib/api/call.server";
import { stat, statFilter } from "./stat.schema";
import { statOf } from "./stat.server";

export const statCalls: Call[] = [
  call({
    method: "GET",
    path: "/bi/stat",
    summary: "加工実績",
    permission: "bi",
    query: statFilter,
    answer: stat,
    run: (db, who, { query }) => statOf(db, who, query),
  }),
];
