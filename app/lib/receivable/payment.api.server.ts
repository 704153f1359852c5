import { type Call, call } from "~/lib/api/call.server";
import { pageOf } from "~/lib/list/list.schema";
import { paging } from "~/lib/list/paging.schema";
import { sortQuery } from "~/lib/list/sort";
import { offsetNotice } from "./offset.schema";
import { readOffset } from "./offset.server";
import { paymentFilter, paymentList, paymentRow } from "./payment.list";
import { listPayments, readPayment } from "./payment.read.server";
import {
  openBooksAnswer,
  openQuery,
  paymentCancelling,
  paymentChanged,
  paymentDetail,
  paymentKey,
  paymentMade,
  paymentNew,
  paymentPlan,
  refundNew,
  undoing,
  useMade,
  useNew,
} from "./payment.schema";
import { recordPayment } from "./payment.server";
import { previewPayment, readOpenOf } from "./plan.server";
import { cancelPayment, undoSettlement } from "./undo.server";
import { refund, spendFree } from "./use.server";

const books = { side: "seller", permission: "accounting" } as const;

export const paymentCalls: Call[] = [
  call({
    method: "GET",
    path: "/payments",
    summary: "入金一覧",
    ...books,
    query: paymentFilter.extend({ ...paging, sort: sortQuery(paymentList) }),
    answer: pageOf(paymentRow),
    run: (db, who, { query }) => listPayments(db, who, query),
  }),
  call({
    method: "GET",
    path: "/payments/open",
    summary: "取引先の未入金の請求書と前受",
    ...books,
    query: openQuery,
    answer: openBooksAnswer,
    run: (db, who, { query }) => readOpenOf(db, who, query),
  }),
  call({
    method: "POST",
    path: "/payments/preview",
    summary: "入金の確認（何も保存しない）",
    ...books,
    body: paymentNew,
    answer: paymentPlan,
    run: (db, who, { body }) => previewPayment(db, who, body),
  }),
  call({
    method: "POST",
    path: "/payments",
    summary: "入金の登録",
    ...books,
    body: paymentNew,
    answer: paymentMade,
    run: (db, who, { body }) => recordPayment(db, who, body),
  }),
  call({
    method: "POST",
    path: "/payments/use",
    summary: "前受・マイナスの請求書を請求書に充当する",
    ...books,
    body: useNew,
    answer: useMade,
    run: (db, who, { body }) => spendFree(db, who, body),
  }),
  call({
    method: "POST",
    path: "/payments/refund",
    summary: "前受の返金",
    ...books,
    body: refundNew,
    answer: paymentMade,
    run: (db, who, { body }) => refund(db, who, body),
  }),
  call({
    method: "POST",
    path: "/payments/settlements/{key}/undo",
    summary: "この充当だけ外す",
    ...books,
    params: paymentKey,
    body: undoing,
    answer: paymentChanged,
    run: (db, who, { params, body }) => undoSettlement(db, who, params.key, body),
  }),
  call({
    method: "GET",
    path: "/payments/{key}",
    summary: "入金",
    ...books,
    params: paymentKey,
    answer: paymentDetail,
    run: (db, who, { params }) => readPayment(db, who, params.key),
  }),
  call({
    method: "GET",
    path: "/payments/{key}/offset",
    summary: "相殺通知書",
    ...books,
    params: paymentKey,
    answer: offsetNotice,
    run: (db, who, { params }) => readOffset(db, who, params.key),
  }),
  call({
    method: "POST",
    path: "/payments/{key}/cancel",
    summary: "入金の取消",
    ...books,
    params: paymentKey,
    body: paymentCancelling,
    answer: paymentChanged,
    run: (db, who, { params, body }) => cancelPayment(db, who, params.key, body),
  }),
];
