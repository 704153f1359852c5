import { call } from "~/lib/api/call.server";
import { answerGap, answerOpen, tellDay } from "./day.answer.server";
import { dayQuery, dayTold, gapAnswer, ofWorker, openAnswer, workerDay } from "./day.schema";
import { dayOf } from "./day.server";

export const dayCalls = [
  call({
    method: "GET",
    path: "/days/{workerId}",
    summary: "作業者の日報：記録と、たずねること（日付がなければ、この1週間で回答の残る一番古い日）",
    side: "seller",
    params: ofWorker,
    query: dayQuery,
    answer: workerDay,
    run: (db, who, { params, query }) => dayOf(db, who, params.workerId, query.day),
  }),
  call({
    method: "POST",
    path: "/days/{workerId}/gap",
    summary: "記録のない時間に回答する",
    side: "seller",
    params: ofWorker,
    body: gapAnswer,
    answer: workerDay,
    run: (db, who, { params, body }) => answerGap(db, who, params.workerId, body),
  }),
  call({
    method: "POST",
    path: "/days/{workerId}/open",
    summary: "終わっていない作業に回答する",
    side: "seller",
    params: ofWorker,
    body: openAnswer,
    answer: workerDay,
    run: (db, who, { params, body }) => answerOpen(db, who, params.workerId, body),
  }),
  call({
    method: "POST",
    path: "/days/{workerId}/told",
    summary: "休み・半日・残業・休憩なし",
    side: "seller",
    params: ofWorker,
    body: dayTold,
    answer: workerDay,
    run: (db, who, { params, body }) => tellDay(db, who, params.workerId, body),
  }),
];
