import { type Call, call } from "~/lib/api/call.server";
import { worktimeChoicesOf } from "./worktime.choices.server";
import { closeWorktime, leftOpen } from "./worktime.close.server";
import { closed, closing, openWorks, reviewing, reviewResults } from "./worktime.review.schema";
import { readDay, reviewDays } from "./worktime.review.server";
import {
  dayDetail,
  dayKey,
  dayPage,
  daysAsked,
  rowsAsked,
  sumsAsked,
  sumsPage,
  worktimeChoices,
  worktimePage,
} from "./worktime.schema";
import { listDays, listWorktime } from "./worktime.server";
import { sumWorktime } from "./worktime.sums.server";

const READERS = { side: "seller", permission: "bi" } as const;

export const worktimeCalls: Call[] = [
  call({
    ...READERS,
    method: "GET",
    path: "/bi/worktime/days",
    summary: "作業日報（作業者の1日ずつ）",
    query: daysAsked,
    answer: dayPage,
    run: (db, who, { query }) => listDays(db, who, query),
  }),
  call({
    ...READERS,
    method: "GET",
    path: "/bi/worktime/days/{key}",
    summary: "1人の1日の作業日報",
    params: dayKey,
    answer: dayDetail,
    run: (db, who, { params }) => readDay(db, who, params.key),
  }),
  call({
    ...READERS,
    method: "GET",
    path: "/bi/worktime/rows",
    summary: "作業日報の明細",
    query: rowsAsked,
    answer: worktimePage,
    run: (db, who, { query }) => listWorktime(db, who, query),
  }),
  call({
    ...READERS,
    method: "GET",
    path: "/bi/worktime/sums",
    summary: "作業日報の集計",
    query: sumsAsked,
    answer: sumsPage,
    run: (db, who, { query }) => sumWorktime(db, who, query),
  }),
  call({
    ...READERS,
    method: "GET",
    path: "/bi/worktime/choices",
    summary: "作業日報の絞り込みの選択肢",
    answer: worktimeChoices,
    run: (db, who) => worktimeChoicesOf(db, who),
  }),
  call({
    ...READERS,
    method: "POST",
    path: "/bi/worktime/close",
    summary: "未終了の作業を時刻を決めて終了する",
    admin: true,
    body: closing,
    answer: closed,
    run: (db, who, { body }) => closeWorktime(db, who, body),
  }),
  call({
    ...READERS,
    method: "GET",
    path: "/bi/worktime/open",
    summary: "未終了の作業",
    answer: openWorks,
    run: (db, who) => leftOpen(db, who),
  }),
  call({
    ...READERS,
    method: "POST",
    path: "/bi/worktime/review",
    summary: "作業日報を承認する・差し戻す・取り消す",
    admin: true,
    body: reviewing,
    answer: reviewResults,
    run: (db, who, { body }) => reviewDays(db, who, body),
  }),
];
