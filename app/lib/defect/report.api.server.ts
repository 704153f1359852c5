import { type Call, call } from "~/lib/api/call.server";
import { pageOf } from "~/lib/list/list.schema";
import { answerReport, withdrawReport } from "./report.answer.server";
import { listReports, readReport } from "./report.read.server";
import {
  reportAnswering,
  reportDetail,
  reportFilter,
  reportKey,
  reportMade,
  reportNew,
  reportRow,
  reportWithdrawing,
} from "./report.schema";
import { sendReport } from "./report.server";

export const defectReportCalls: Call[] = [
  call({
    method: "GET",
    path: "/reports",
    summary: "不良報告書の一覧",
    query: reportFilter.omit({ q: true }),
    answer: pageOf(reportRow).partial().required({ items: true }),
    run: (db, who, { query }) => listReports(db, who, query),
  }),
  call({
    method: "POST",
    path: "/reports",
    summary: "不良報告書を送る",
    side: "seller",
    body: reportNew,
    answer: reportMade,
    run: (db, who, { body }) => sendReport(db, who, body),
  }),
  call({
    method: "GET",
    path: "/reports/{key}",
    summary: "不良報告書",
    params: reportKey,
    answer: reportDetail,
    run: (db, who, { params }) => readReport(db, who, params.key),
  }),
  call({
    method: "POST",
    path: "/reports/{key}/answer",
    summary: "不良報告書への回答",
    params: reportKey,
    body: reportAnswering,
    answer: reportDetail,
    run: (db, who, { params, body }) => answerReport(db, who, params.key, body),
  }),
  call({
    method: "POST",
    path: "/reports/{key}/withdraw",
    summary: "不良報告書の取り下げ",
    side: "seller",
    params: reportKey,
    body: reportWithdrawing,
    answer: reportDetail,
    run: (db, who, { params, body }) => withdrawReport(db, who, params.key, body),
  }),
];
