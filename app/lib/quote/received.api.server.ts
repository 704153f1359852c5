import { z } from "zod";
import { type Call, call } from "~/lib/api/call.server";
import { fileRow } from "~/lib/file/file.schema";
import { FILES_MAX } from "~/lib/file/limit";
import { pageOf } from "~/lib/list/list.schema";
import { renewAnswer, withdrawAnswer } from "./answer.change.server";
import { answerDraft, answerInput, declining, offerInput, renewal, withdrawal } from "./answer.schema";
import { addAnswerFiles, saveDraft, sendAnswer, viewQuote } from "./answer.server";
import { declineQuote, returnQuote } from "./decline.server";
import { sendOffer } from "./offer.server";
import { answerSent, quoteDone, quoteMade, quoteViewed, received, receivedRow } from "./quote.row.schema";
import { quoteKey } from "./quote.schema";
import { receivedQuery } from "./received.list";
import { findReceived } from "./received.list.server";
import { findReceivedQuote } from "./received.read.server";

const factory = { side: "seller", permission: "accounting" } as const;
const act = { ...factory, method: "POST", params: quoteKey } as const;

export const receivedCalls: Call[] = [
  call({
    ...factory,
    method: "GET",
    path: "/quotes/received",
    summary: "届いた見積依頼と、送った見積書の一覧",
    query: receivedQuery,
    answer: pageOf(receivedRow),
    run: (db, who, { query }) => findReceived(db, who, query),
  }),
  call({
    ...factory,
    method: "POST",
    path: "/quotes/offers",
    summary: "見積書を送る（依頼がなくても）",
    body: offerInput,
    answer: quoteMade,
    run: (db, who, { body }) => sendOffer(db, who, body),
  }),
  call({
    ...factory,
    method: "GET",
    path: "/quotes/received/{key}",
    summary: "届いた見積依頼と、自社の回答",
    params: quoteKey,
    answer: received,
    run: (db, who, { params }) => findReceivedQuote(db, who, params.key),
  }),
  call({
    ...factory,
    method: "PUT",
    path: "/quotes/received/{key}/draft",
    summary: "回答の下書き",
    params: quoteKey,
    body: answerDraft,
    answer: quoteDone,
    run: (db, who, { params, body }) => saveDraft(db, who, params.key, body),
  }),
  call({
    ...act,
    path: "/quotes/received/{key}/files",
    summary: "回答に資料を付ける（送信するまで、依頼元には見えません）",
    body: z.object({}),
    files: { most: FILES_MAX },
    answer: fileRow.array(),
    run: (db, who, { params, files }) => addAnswerFiles(db, who, params.key, files),
  }),
  call({
    ...act,
    path: "/quotes/received/{key}/answers",
    summary: "回答を送る（送ったあとは変わりません。次は新しい版です）",
    body: answerInput,
    answer: answerSent,
    run: (db, who, { params, body }) => sendAnswer(db, who, params.key, body),
  }),
  call({
    ...act,
    path: "/quotes/received/{key}/withdraw",
    summary: "回答の取り下げ（採用されるまで）",
    body: withdrawal,
    answer: quoteDone,
    run: (db, who, { params, body }) => withdrawAnswer(db, who, params.key, body),
  }),
  call({
    ...act,
    path: "/quotes/received/{key}/renew",
    summary: "この条件で有効期限を延ばす",
    body: renewal,
    answer: answerSent,
    run: (db, who, { params, body }) => renewAnswer(db, who, params.key, body),
  }),
  call({
    ...act,
    path: "/quotes/received/{key}/decline",
    summary: "見積依頼の辞退（理由が依頼元に伝わります）",
    body: declining,
    answer: quoteViewed,
    run: (db, who, { params, body }) => declineQuote(db, who, params.key, body),
  }),
  call({
    ...act,
    path: "/quotes/received/{key}/return",
    summary: "辞退の取消（締切まで）",
    body: z.object({}),
    answer: quoteViewed,
    run: (db, who, { params }) => returnQuote(db, who, params.key),
  }),
  call({
    ...factory,
    method: "PUT",
    path: "/quotes/received/{key}/viewed",
    summary: "見積依頼を開いたことの記録",
    params: quoteKey,
    answer: quoteViewed,
    run: (db, who, { params }) => viewQuote(db, who, params.key),
  }),
];
