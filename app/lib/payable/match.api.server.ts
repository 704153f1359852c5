import { type Call, call } from "~/lib/api/call.server";
import { matchLineQuery, matchMonths, matchQuery } from "./match.list";
import { listMatches, readMatch } from "./match.read.server";
import {
  matchAnswered,
  matchAnswering,
  matchClosed,
  matchClosing,
  matchDetail,
  matchReopening,
} from "./match.schema";
import { answerMatch, closeMatches, reopenMatch } from "./match.server";

const books = { side: "seller", permission: "accounting" } as const;
const read = { method: "GET", ...books } as const;
const act = { method: "POST", ...books } as const;

export const matchCalls: Call[] = [
  call({
    ...read,
    path: "/payables/matches",
    summary: "請求書照合（支払先ごと）",
    query: matchQuery,
    answer: matchMonths,
    run: (db, who, { query }) => listMatches(db, who, query),
  }),
  call({
    ...read,
    path: "/payables/match",
    summary: "請求書照合の明細（支払先・月）",
    query: matchLineQuery,
    answer: matchDetail,
    run: (db, who, { query }) => readMatch(db, who, query),
  }),
  call({
    ...act,
    path: "/payables/match/answers",
    summary: "請求書照合の差異への回答",
    body: matchAnswering,
    answer: matchAnswered,
    run: (db, who, { body }) => answerMatch(db, who, body),
  }),
  call({
    ...act,
    path: "/payables/match/close",
    summary: "請求書照合の月を締める",
    body: matchClosing,
    answer: matchClosed,
    run: (db, who, { body }) => closeMatches(db, who, body),
  }),
  call({
    ...act,
    path: "/payables/match/reopen",
    summary: "締めた照合を開け直す",
    body: matchReopening,
    answer: matchClosed,
    run: (db, who, { body }) => reopenMatch(db, who, body),
  }),
];
