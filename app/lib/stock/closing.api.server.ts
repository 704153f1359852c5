import { type Call, call } from "~/lib/api/call.server";
import { correctionsOf, findClosing, listClosingRows, listClosings } from "./closing.read.server";
import {
  closing,
  closingAsked,
  closingKey,
  closingList,
  closingMade,
  closingPage,
  closingPreview,
  closingRowFilter,
  closingRows,
  corrections,
} from "./closing.schema";
import { closeMonth, previewClosing, undoClosing } from "./closing.server";
import { priced, pricing, receipt, receiptKey } from "./price.schema";
import { findReceipt, priceReceipt } from "./price.server";
import { stockKey } from "./stock.schema";
import { productSteps, worthAsked, worths } from "./worth.schema";
import { stepsOf, worthsAt } from "./worth.server";

/** What goods are worth is for those who see amounts. */
const rights = { side: "seller", permission: "inventory", amounts: true } as const;

/** Before the call of a stock, whose product "closings" would be. */
export const closingCalls: Call[] = [
  call({
    method: "GET",
    path: "/inventory/closings",
    summary: "在庫の月締めの一覧と、締められる月",
    ...rights,
    answer: closingList,
    run: (db, who) => listClosings(db, who),
  }),
  call({
    method: "GET",
    path: "/inventory/closings/preview",
    summary: "月締めの前に見る数と金額",
    ...rights,
    query: closingAsked,
    answer: closingPreview,
    run: (db, who, { query }) => previewClosing(db, who, query.month),
  }),
  call({
    method: "POST",
    path: "/inventory/closings",
    summary: "在庫の月締め（見た数のまま）",
    ...rights,
    body: closing,
    answer: closingMade,
    run: (db, who, { body }) => closeMonth(db, who, body),
  }),
  call({
    method: "GET",
    path: "/inventory/closings/{key}",
    summary: "在庫月報",
    ...rights,
    params: closingKey,
    answer: closingPage,
    run: (db, who, { params }) => findClosing(db, who, params.key),
  }),
  call({
    method: "GET",
    path: "/inventory/closings/{key}/rows",
    summary: "在庫月報の行",
    ...rights,
    params: closingKey,
    query: closingRowFilter,
    answer: closingRows,
    run: (db, who, { params, query }) => listClosingRows(db, who, params.key, query),
  }),
  call({
    method: "GET",
    path: "/inventory/closings/{key}/corrections",
    summary: "締めたあとの訂正（過月修正）",
    ...rights,
    params: closingKey,
    answer: corrections,
    run: (db, who, { params }) => correctionsOf(db, who, params.key),
  }),
  call({
    method: "POST",
    path: "/inventory/closings/{key}/undo",
    summary: "在庫の月締めの取消（新しい月から順に）",
    ...rights,
    params: closingKey,
    answer: closingMade,
    run: (db, who, { params }) => undoClosing(db, who, params.key),
  }),
  call({
    method: "GET",
    path: "/inventory/receipts/{key}",
    summary: "入庫の単価",
    ...rights,
    params: receiptKey,
    answer: receipt,
    run: (db, who, { params }) => findReceipt(db, who, params.key),
  }),
  call({
    method: "POST",
    path: "/inventory/receipts/{key}/price",
    summary: "入庫の単価を決める・直す",
    ...rights,
    params: receiptKey,
    body: pricing,
    answer: priced,
    run: (db, who, { params, body }) => priceReceipt(db, who, params.key, body),
  }),
  call({
    method: "GET",
    path: "/inventory/values",
    summary: "ある日の在庫金額",
    ...rights,
    query: worthAsked,
    answer: worths,
    run: (db, who, { query }) => worthsAt(db, who, query),
  }),
  call({
    method: "GET",
    path: "/inventory/{product_id}/values",
    summary: "商品の在庫金額の計算（動きごと）",
    ...rights,
    params: stockKey,
    answer: productSteps,
    run: (db, who, { params }) => stepsOf(db, who, params.product_id),
  }),
];
