import { call } from "~/lib/api/call.server";
import { errorReport, reported } from "./report.schema";
import { report } from "./report.server";

export const reportCalls = [
  call({
    method: "POST",
    path: "/errors",
    summary: "ブラウザで起きたエラーを報告する",
    body: errorReport,
    answer: reported,
    run: (db, who, { body }) => report(db, who, body),
  }),
];
