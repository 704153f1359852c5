import { type Call, call } from "~/lib/api/call.server";
import { moveByHand, reverseByHand } from "./hand.server";
import { daysOf, listMoves } from "./move.read.server";
import { openingFilter, openingPage } from "./opening.list";
import { listOpenings } from "./opening.server";
import { issues } from "./returned.schema";
import { issuesOf } from "./returned.server";
import { findStock, listStocks } from "./stock.read.server";
import {
  actionKey,
  moving,
  reversing,
  stockDays,
  stockFilter,
  stockKey,
  stockMoved,
  stockMoveFilter,
  stockMovePage,
  stockPage,
  stockRow,
} from "./stock.schema";
import {
  changedStock,
  changedStocks,
  stockTerms,
  termsUndo,
  termsUndone,
  thresholdsGiven,
} from "./terms.schema";
import { changeTerms, changeThresholds } from "./terms.server";
import { undoTerms } from "./terms.undo.server";
import { weighing, weighingDone } from "./weigh.schema";
import { weighPieces } from "./weigh.server";

export const stockCalls: Call[] = [
  call({
    method: "GET",
    path: "/inventory",
    summary: "在庫一覧",
    permission: "inventory",
    query: stockFilter,
    answer: stockPage,
    run: (db, who, { query }) => listStocks(db, who, query),
  }),
  call({
    method: "GET",
    path: "/inventory/moves",
    summary: "入出庫の履歴",
    permission: "inventory",
    query: stockMoveFilter,
    answer: stockMovePage,
    run: (db, who, { query }) => listMoves(db, who, query),
  }),
  call({
    method: "GET",
    path: "/inventory/moves/days",
    summary: "入出庫の日計",
    permission: "inventory",
    query: stockMoveFilter.omit({ after: true, before: true, size: true, sort: true }),
    answer: stockDays,
    run: (db, who, { query }) => daysOf(db, who, query),
  }),
  call({
    method: "GET",
    path: "/inventory/opening",
    summary: "期首在庫",
    side: "seller",
    permission: "inventory",
    query: openingFilter,
    answer: openingPage,
    run: (db, who, { query }) => listOpenings(db, who, query),
  }),
  call({
    method: "GET",
    path: "/inventory/{product_id}",
    summary: "商品の在庫",
    permission: "inventory",
    params: stockKey,
    answer: stockRow,
    run: (db, who, { params }) => findStock(db, who, params.product_id),
  }),
  call({
    method: "GET",
    path: "/inventory/{product_id}/moves",
    summary: "商品の入出庫",
    permission: "inventory",
    params: stockKey,
    query: stockMoveFilter.omit({ product_id: true }),
    answer: stockMovePage,
    run: async (db, who, { params, query }) => {
      const { product_id } = await findStock(db, who, params.product_id);
      return listMoves(db, who, { ...query, product_id });
    },
  }),
  call({
    method: "GET",
    path: "/inventory/{product_id}/issues",
    summary: "返品できる出庫（新しい順）",
    side: "seller",
    permission: "inventory",
    params: stockKey,
    answer: issues,
    run: async (db, who, { params }) => {
      const { product_id } = await findStock(db, who, params.product_id);
      return issuesOf(db, who, product_id);
    },
  }),
  call({
    method: "POST",
    path: "/inventory/{product_id}/moves",
    summary: "入庫・出庫・調整（写真は3枚まで）",
    side: "seller",
    permission: "inventory",
    inTurn: true,
    params: stockKey,
    body: moving,
    files: { most: 3, images: true },
    answer: stockMoved,
    run: (db, who, { params, body, files }) => moveByHand(db, who, params.product_id, body, files),
  }),
  call({
    method: "POST",
    path: "/inventory/moves/{action}/reverse",
    summary: "入出庫の取消（反対の動きを足す）",
    side: "seller",
    permission: "inventory",
    inTurn: true,
    params: actionKey,
    body: reversing,
    answer: stockMoved,
    run: (db, who, { params, body }) => reverseByHand(db, who, params.action, body),
  }),
  call({
    method: "PUT",
    path: "/inventory/{product_id}",
    summary: "在庫の条件（しきい値、調達日数、最小発注数、ロット、目標在庫、標準単価、置場）",
    side: "seller",
    permission: "inventory",
    params: stockKey,
    body: stockTerms,
    answer: changedStock,
    run: async (db, who, { params, body }) => {
      const num = await changeTerms(db, who, params.product_id, body);
      const row = await findStock(db, who, params.product_id);
      return { ...row, changed_time: num > 0 ? who.now : null };
    },
  }),
  call({
    method: "PUT",
    path: "/inventory/{product_id}/weight",
    summary: "10個の重さを量る（単重を決める）",
    side: "seller",
    permission: "inventory",
    params: stockKey,
    body: weighing,
    answer: weighingDone,
    run: (db, who, { params, body }) => weighPieces(db, who, params.product_id, body),
  }),
  call({
    method: "POST",
    path: "/inventory/thresholds",
    summary: "しきい値の一括変更",
    side: "seller",
    permission: "inventory",
    body: thresholdsGiven,
    answer: changedStocks,
    run: (db, who, { body }) => changeThresholds(db, who, body.items),
  }),
  call({
    method: "POST",
    path: "/inventory/terms/undo",
    summary: "在庫の条件の変更を元に戻す",
    side: "seller",
    permission: "inventory",
    body: termsUndo,
    answer: termsUndone,
    run: (db, who, { body }) => undoTerms(db, who, body),
  }),
];
