import { type Call, call } from "~/lib/api/call.server";
import { pageOf } from "~/lib/list/list.schema";
import {
  confirmationAnswering,
  confirmationDetail,
  confirmationFilter,
  confirmationKey,
  confirmationMade,
  confirmationNew,
  confirmationRow,
} from "./confirmation.schema";
import {
  answerConfirmation,
  listConfirmations,
  readConfirmation,
  sendConfirmation,
} from "./confirmation.server";

export const confirmationCalls: Call[] = [
  call({
    method: "GET",
    path: "/confirmations",
    summary: "残高確認の一覧",
    permission: "accounting",
    query: confirmationFilter.omit({ q: true }),
    answer: pageOf(confirmationRow).partial().required({ items: true }),
    run: (db, who, { query }) => listConfirmations(db, who, query),
  }),
  call({
    method: "POST",
    path: "/confirmations",
    summary: "残高確認を送る",
    side: "seller",
    permission: "accounting",
    body: confirmationNew,
    answer: confirmationMade,
    run: (db, who, { body }) => sendConfirmation(db, who, body),
  }),
  call({
    method: "GET",
    path: "/confirmations/{key}",
    summary: "残高確認",
    permission: "accounting",
    params: confirmationKey,
    answer: confirmationDetail,
    run: (db, who, { params }) => readConfirmation(db, who, params.key),
  }),
  call({
    method: "POST",
    path: "/confirmations/{key}/answer",
    summary: "残高確認への回答",
    permission: "accounting",
    params: confirmationKey,
    body: confirmationAnswering,
    answer: confirmationDetail,
    run: (db, who, { params, body }) => answerConfirmation(db, who, params.key, body),
  }),
];
