import { type Call, call } from "~/lib/api/call.server";
import { worksFilter, worksPage } from "./works.schema";
import { listWorks } from "./works.server";

export const worksCalls: Call[] = [
  call({
    method: "GET",
    path: "/bi/stat/works",
    summary: "加工実績の明細",
    side: "seller",
    permission: "bi",
    query: worksFilter,
    answer: worksPage,
    run: (db, who, { query }) => listWorks(db, who, query),
  }),
];
