import { z } from "zod";
import { type Call, call } from "~/lib/api/call.server";
import { previewTransfer } from "./file.gather.server";
import { transferQuery } from "./file.list";
import { listTransfers, readTransfer } from "./file.read.server";
import {
  fileKey,
  fileVoiding,
  takeKey,
  transferAsked,
  transferContent,
  transferDetail,
  transferFiles,
  transferNew,
  transferPreview,
  transferTaken,
  transferTaking,
} from "./file.schema";
import { makeTransfer, voidTransfer } from "./file.server";
import { payeeFilter } from "./payee.list";
import { payeeDetail, payeeId, payeeInput, payeeSeen, payees } from "./payee.schema";
import { confirmPayee, listPayees, readPayee, savePayee } from "./payee.server";
import { payingChange, payingInput, payingKey, payingRow, payings } from "./paying.schema";
import { addPaying, changePaying, listPaying } from "./paying.server";
import { takenContent, takeTransfer } from "./take.server";

const books = { side: "seller", permission: "accounting" } as const;
/** Accounts are looked at and changed by administrators who may see the books. */
const ours = { ...books, admin: true } as const;
const made = z.object({ key: z.number() });

const payeeCalls: Call[] = [
  call({
    ...ours,
    method: "GET",
    path: "/payees",
    summary: "振込先の口座の一覧（番号は下4桁だけ）",
    query: payeeFilter,
    answer: payees,
    run: (db, who, { query }) => listPayees(db, who, query.state),
  }),
  call({
    ...ours,
    method: "GET",
    path: "/payees/{partnerId}",
    summary: "取引先の振込先の口座（番号は下4桁だけ）",
    params: payeeId,
    answer: payeeDetail,
    run: (db, who, { params }) => readPayee(db, who, params.partnerId),
  }),
  call({
    ...ours,
    method: "PUT",
    path: "/payees/{partnerId}",
    summary: "振込先の口座の登録・変更（管理者全員に知らせる）",
    params: payeeId,
    body: payeeInput,
    answer: payeeDetail,
    run: (db, who, { params, body }) => savePayee(db, who, params.partnerId, body),
  }),
  call({
    ...ours,
    method: "POST",
    path: "/payees/{partnerId}/confirm",
    summary: "変わった口座を、変えた人とは別の管理者が確認する",
    params: payeeId,
    body: payeeSeen,
    answer: payeeDetail,
    run: (db, who, { params, body }) => confirmPayee(db, who, params.partnerId, body.version),
  }),
];

const payingCalls: Call[] = [
  call({
    ...books,
    method: "GET",
    path: "/payings",
    summary: "振込元の口座の一覧",
    answer: payings,
    run: (db, who) => listPaying(db, who),
  }),
  call({
    ...ours,
    method: "POST",
    path: "/payings",
    summary: "振込元の口座の追加",
    body: payingInput,
    answer: payingRow,
    run: (db, who, { body }) => addPaying(db, who, body),
  }),
  call({
    ...ours,
    method: "PUT",
    path: "/payings/{key}",
    summary: "振込元の口座の変更",
    params: payingKey,
    body: payingChange,
    answer: payingRow,
    run: (db, who, { params, body }) => changePaying(db, who, params.key, body),
  }),
];

const fileCalls: Call[] = [
  call({
    ...books,
    method: "GET",
    path: "/transfers",
    summary: "総合振込のファイルの一覧",
    query: transferQuery,
    answer: transferFiles,
    run: (db, who, { query }) => listTransfers(db, who, query),
  }),
  call({
    ...books,
    method: "POST",
    path: "/transfers/preview",
    summary: "総合振込のファイルの内容（まだ作らない）",
    body: transferAsked,
    answer: transferPreview,
    run: (db, who, { body }) => previewTransfer(db, who, body),
  }),
  call({
    ...books,
    method: "POST",
    path: "/transfers",
    summary: "総合振込のファイルの作成（同じ内容は一度だけ）",
    body: transferNew,
    answer: made,
    run: (db, who, { body }) => makeTransfer(db, who, body),
  }),
  call({
    ...books,
    method: "GET",
    path: "/transfers/{key}",
    summary: "総合振込のファイル",
    params: fileKey,
    answer: transferDetail,
    run: (db, who, { params }) => readTransfer(db, who, params.key),
  }),
  call({
    ...books,
    method: "POST",
    path: "/transfers/{key}/takes",
    summary: "総合振込のファイルを取得する（2回目からは再作成）",
    params: fileKey,
    body: transferTaking,
    answer: transferTaken,
    run: (db, who, { params, body }) => takeTransfer(db, who, params.key, body),
  }),
  call({
    ...books,
    method: "GET",
    path: "/transfers/{key}/takes/{take}",
    summary: "取得した総合振込のファイルの中身",
    params: takeKey,
    answer: transferContent,
    run: (db, who, { params }) => takenContent(db, who, params.key, params.take),
  }),
  call({
    ...books,
    method: "POST",
    path: "/transfers/{key}/void",
    summary: "総合振込のファイルの取りやめ",
    params: fileKey,
    body: fileVoiding,
    answer: made,
    run: (db, who, { params, body }) => voidTransfer(db, who, params.key, body),
  }),
];

export const transferCalls: Call[] = [...payeeCalls, ...payingCalls, ...fileCalls];
