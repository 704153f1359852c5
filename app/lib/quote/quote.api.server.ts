import { z } from "zod";
import { type Call, call } from "~/lib/api/call.server";
import { fileRow } from "~/lib/file/file.schema";
import { FILES_MAX } from "~/lib/file/limit";
import { pageOf } from "~/lib/list/list.schema";
import { createQuotes, sendQuotes } from "./quote.batch.server";
import {
  cancelQuote,
  closeQuote,
  closeQuotes,
  extendQuote,
  noteQuote,
  remindQuotes,
  seeAnswers,
} from "./quote.deadline.server";
import { quoteQuery } from "./quote.list";
import { findQuotes } from "./quote.list.server";
import { findQuote } from "./quote.read.server";
import { addFiles, createQuote, editQuote, sendQuote } from "./quote.request.server";
import { counted, quoteDetail, quoteDone, quoteMade, quoteRow, quotesMade } from "./quote.row.schema";
import {
  quoteAct,
  quoteBatch,
  quoteCancel,
  quoteExtension,
  quoteInner,
  quoteInput,
  quoteKey,
  quoteKeys,
  quoteSellers,
} from "./quote.schema";
import { addSellers } from "./quote.sellers.server";

const buyer = { side: "buyer" } as const;
const act = { method: "POST", side: "buyer", params: quoteKey } as const;

export const quoteCalls: Call[] = [
  call({
    ...buyer,
    method: "GET",
    path: "/quotes",
    summary: "見積依頼の一覧",
    query: quoteQuery,
    answer: pageOf(quoteRow),
    run: (db, who, { query }) => findQuotes(db, who, query),
  }),
  call({
    ...buyer,
    method: "POST",
    path: "/quotes",
    summary: "見積依頼の下書き（送るまで、依頼先には見えません）",
    body: quoteInput,
    answer: quoteMade,
    run: (db, who, { body }) => createQuote(db, who, body),
  }),
  call({
    ...buyer,
    method: "POST",
    path: "/quotes/batch",
    summary: "見積依頼の下書きを、品物ごとにまとめて作る",
    body: quoteBatch,
    answer: quotesMade,
    run: (db, who, { body }) => createQuotes(db, who, body),
  }),
  call({
    ...buyer,
    method: "POST",
    path: "/quotes/send",
    summary: "見積依頼の下書きをまとめて送る",
    body: quoteKeys,
    answer: counted,
    run: (db, who, { body }) => sendQuotes(db, who, body.keys),
  }),
  call({
    ...buyer,
    method: "POST",
    path: "/quotes/close",
    summary: "見積依頼をまとめて締め切る",
    body: quoteKeys,
    answer: counted,
    run: (db, who, { body }) => closeQuotes(db, who, body.keys),
  }),
  call({
    ...buyer,
    method: "POST",
    path: "/quotes/remind",
    summary: "回答していない依頼先への催促（1日1回）",
    body: quoteKeys,
    answer: counted,
    run: (db, who, { body }) => remindQuotes(db, who, body.keys),
  }),
  call({
    ...buyer,
    method: "GET",
    path: "/quotes/{key}",
    summary: "見積依頼と、各社の回答",
    params: quoteKey,
    answer: quoteDetail,
    run: (db, who, { params }) => findQuote(db, who, params.key),
  }),
  call({
    ...buyer,
    method: "PUT",
    path: "/quotes/{key}",
    summary: "見積依頼の下書きの変更",
    params: quoteKey,
    body: quoteInput,
    answer: quoteMade,
    run: (db, who, { params, body }) => editQuote(db, who, params.key, body),
  }),
  call({
    ...act,
    path: "/quotes/{key}/files",
    summary: "見積依頼の下書きに図面・資料を載せる",
    body: z.object({}),
    files: { most: FILES_MAX },
    answer: fileRow.array(),
    run: (db, who, { params, files }) => addFiles(db, who, params.key, files),
  }),
  call({
    ...act,
    path: "/quotes/{key}/send",
    summary: "見積依頼を送る",
    body: quoteAct,
    answer: quoteMade,
    run: (db, who, { params, body }) => sendQuote(db, who, params.key, body.version),
  }),
  call({
    ...act,
    path: "/quotes/{key}/sellers",
    summary: "送った見積依頼に依頼先を追加する（同じ内容、同じ回答期限）",
    body: quoteSellers,
    answer: quoteDone,
    run: (db, who, { params, body }) => addSellers(db, who, params.key, body),
  }),
  call({
    ...act,
    path: "/quotes/{key}/extend",
    summary: "回答期限の延長",
    body: quoteExtension,
    answer: quoteDone,
    run: (db, who, { params, body }) => extendQuote(db, who, params.key, body),
  }),
  call({
    ...act,
    path: "/quotes/{key}/close",
    summary: "見積依頼の締切",
    body: quoteAct,
    answer: quoteDone,
    run: (db, who, { params, body }) => closeQuote(db, who, params.key, body.version),
  }),
  call({
    ...act,
    path: "/quotes/{key}/cancel",
    summary: "見積依頼の取消（下書きは破棄）",
    body: quoteCancel,
    answer: quoteDone,
    run: (db, who, { params, body }) => cancelQuote(db, who, params.key, body),
  }),
  call({
    ...buyer,
    method: "PUT",
    path: "/quotes/{key}/inner",
    summary: "検討用メモと目標単価（社内のみ）",
    params: quoteKey,
    body: quoteInner,
    answer: quoteDone,
    run: (db, who, { params, body }) => noteQuote(db, who, params.key, body),
  }),
  call({
    ...buyer,
    method: "PUT",
    path: "/quotes/{key}/seen",
    summary: "回答を見たことの記録",
    params: quoteKey,
    answer: quoteDone,
    run: (db, who, { params }) => seeAnswers(db, who, params.key),
  }),
];
