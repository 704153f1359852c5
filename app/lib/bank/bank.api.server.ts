import { z } from "zod";
import { type Call, call } from "~/lib/api/call.server";
import { pageOf } from "~/lib/list/list.schema";
import { paging } from "~/lib/list/paging.schema";
import { paymentNew } from "~/lib/receivable/payment.schema";
import { forgetProfile } from "./account.server";
import { BANK_PAGE, bankFilter } from "./bank.list";
import {
  bankExclusion,
  bankFileGone,
  bankFileNew,
  bankFileRead,
  bankFiles,
  bankFileTaken,
  bankKey,
  bankPayers,
  bankPaymentMade,
  bankReceipt,
  bankRegistered,
  bankRow,
  bankSetup,
  bankSuggested,
  bankSure,
} from "./bank.schema";
import { discardFile, listFiles } from "./files.server";
import { takeFile } from "./intake.server";
import { excludeRow, restoreRow } from "./mark.server";
import { forgetPayer, listPayers } from "./payer.server";
import { linkReceipt, registerRow, registerSuggested, registerSure } from "./register.server";
import { listRows, readRow } from "./rows.server";
import { readSetup, readWaiting } from "./setup.server";

const done = z.object({});
const counted = z.object({ num_rows: z.number(), num_new: z.number() });
const ours = { side: "seller", permission: "accounting" } as const;

const fileCalls: Call[] = [
  call({
    ...ours,
    method: "GET",
    path: "/bank/files",
    summary: "取り込んだ銀行明細のファイル",
    answer: bankFiles,
    run: (db, who) => listFiles(db, who),
  }),
  call({
    ...ours,
    method: "POST",
    path: "/bank/files",
    summary: "銀行明細の取込",
    body: bankFileNew,
    answer: bankFileTaken,
    run: (db, who, { body }) => takeFile(db, who, body),
  }),
  call({
    ...ours,
    method: "GET",
    path: "/bank/files/{key}",
    summary: "銀行明細のファイル",
    params: bankKey,
    answer: bankSetup,
    run: (db, who, { params }) => readSetup(db, who, params.key),
  }),
  call({
    ...ours,
    method: "POST",
    path: "/bank/files/{key}/read",
    summary: "口座と列を決めて取り込む",
    params: bankKey,
    body: bankFileRead,
    answer: counted,
    run: (db, who, { params, body }) => readWaiting(db, who, params.key, body),
  }),
  call({
    ...ours,
    method: "DELETE",
    path: "/bank/files/{key}",
    summary: "ファイルの取込を取り消す",
    params: bankKey,
    answer: bankFileGone,
    run: (db, who, { params }) => discardFile(db, who, params.key),
  }),
  call({
    ...ours,
    method: "DELETE",
    path: "/bank/accounts/{key}/profile",
    summary: "口座の列の対応を消す",
    params: bankKey,
    answer: done,
    run: (db, who, { params }) => forgetProfile(db, who, params.key),
  }),
];

const rowCalls: Call[] = [
  call({
    ...ours,
    method: "GET",
    path: "/bank/rows",
    summary: "銀行明細の行と消込の候補",
    query: bankFilter.extend({ ...paging, size: paging.size.default(BANK_PAGE) }),
    answer: pageOf(bankRow),
    run: (db, who, { query }) => listRows(db, who, query),
  }),
  call({
    ...ours,
    method: "GET",
    path: "/bank/rows/{key}",
    summary: "銀行明細の行",
    params: bankKey,
    answer: bankRow,
    run: (db, who, { params }) => readRow(db, who, params.key),
  }),
  call({
    ...ours,
    method: "POST",
    path: "/bank/payments",
    summary: "確実な行をまとめて入金に登録",
    body: bankSure,
    answer: bankRegistered,
    run: (db, who, { body }) => registerSure(db, who, body),
  }),
  call({
    ...ours,
    method: "POST",
    path: "/bank/rows/{key}/payment",
    summary: "銀行明細の行を入金に登録",
    params: bankKey,
    body: paymentNew,
    answer: bankPaymentMade,
    run: (db, who, { params, body }) => registerRow(db, who, params.key, body),
  }),
  call({
    ...ours,
    method: "POST",
    path: "/bank/rows/{key}/register",
    summary: "銀行明細の行を候補のとおりに入金に登録",
    params: bankKey,
    body: bankSuggested,
    answer: bankPaymentMade,
    run: (db, who, { params, body }) => registerSuggested(db, who, params.key, body),
  }),
  call({
    ...ours,
    method: "POST",
    path: "/bank/rows/{key}/link",
    summary: "銀行明細の行を登録済みの入金に結び付ける",
    params: bankKey,
    body: bankReceipt,
    answer: bankRow,
    run: (db, who, { params, body }) => linkReceipt(db, who, params.key, body.payment_key),
  }),
  call({
    ...ours,
    method: "POST",
    path: "/bank/rows/{key}/exclude",
    summary: "銀行明細の行を対象外にする",
    params: bankKey,
    body: bankExclusion,
    answer: bankRow,
    run: (db, who, { params, body }) => excludeRow(db, who, params.key, body),
  }),
  call({
    ...ours,
    method: "POST",
    path: "/bank/rows/{key}/restore",
    summary: "対象外を取り消す",
    params: bankKey,
    answer: bankRow,
    run: (db, who, { params }) => restoreRow(db, who, params.key),
  }),
];

const payerCalls: Call[] = [
  call({
    ...ours,
    method: "GET",
    path: "/bank/payers",
    summary: "覚えている振込名義",
    answer: bankPayers,
    run: (db, who) => listPayers(db, who),
  }),
  call({
    ...ours,
    method: "DELETE",
    path: "/bank/payers/{key}",
    summary: "覚えた振込名義を消す",
    params: bankKey,
    answer: done,
    run: (db, who, { params }) => forgetPayer(db, who, params.key),
  }),
];

export const bankCalls: Call[] = [...fileCalls, ...rowCalls, ...payerCalls];
