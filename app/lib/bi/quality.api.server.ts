import { type Call, call } from "~/lib/api/call.server";
import { quality, qualityFilter, qualityPage } from "./quality.schema";
import { listQuality, qualityOf } from "./quality.server";

export const qualityCalls: Call[] = [
  call({
    method: "GET",
    path: "/bi/quality",
    summary: "記録データの一覧（依頼元には、依頼先が見せる自社の分）",
    permission: "bi",
    query: qualityFilter,
    answer: qualityPage,
    run: (db, who, { query }) => listQuality(db, who, query),
  }),
  call({
    method: "GET",
    path: "/bi/quality/figures",
    summary: "記録データの推移・NG率・工程能力",
    permission: "bi",
    query: qualityFilter,
    answer: quality,
    run: (db, who, { query }) => qualityOf(db, who, query),
  }),
];
