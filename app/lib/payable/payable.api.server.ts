import { z } from "zod";
import { type Call, call } from "~/lib/api/call.server";
import { fileRow } from "~/lib/file/file.schema";
import { pageOf } from "~/lib/list/list.schema";
import { paging } from "~/lib/list/paging.schema";
import { sortBy, sortQuery } from "~/lib/list/sort";
import { optionalDate } from "~/lib/time/date.schema";
import { owingFilter, owingRow, owingSummary } from "./balance.list";
import { listOwing, readOwing } from "./balance.server";
import { billFilter, billList, billRow } from "./bill.list";
import { listBills, listSuppliers } from "./bill.read.server";
import {
  billCancelling,
  billChanged,
  billDetail,
  billFiling,
  billKey,
  billMade,
  billNew,
  suppliers,
} from "./bill.schema";
import { addBillFiles, cancelBill, enterBill, readBill } from "./bill.server";
import { debtFilter, debtRow } from "./debt.list";
import { listDebts } from "./debt.server";
import { owingLedger, owingLedgerFilter } from "./ledger.list";
import { readOwingLedger } from "./ledger.server";
import { payMarked, payMarking, payUnmarked, payUnmarking } from "./mark.schema";
import { markPaid, unmarkPaid } from "./mark.server";
import { payoutFilter, payoutList, payoutRow } from "./payout.list";
import { planPayout } from "./payout.plan.server";
import { listPayouts, readPayout } from "./payout.read.server";
import {
  payoutCancelling,
  payoutChanged,
  payoutDetail,
  payoutKey,
  payoutNew,
  payoutPlan,
  payoutsMade,
} from "./payout.schema";
import { cancelPayout, recordPayouts } from "./payout.server";
import { recordFilter, recordList, recordRow } from "./record.list";
import { listRecords } from "./record.read.server";

const books = { side: "seller", permission: "accounting" } as const;
const read = { method: "GET", ...books } as const;
const act = { method: "POST", ...books } as const;
/** A company that only orders keeps no books of 買掛 here: it says what it has paid. */
const buyers = { method: "POST", side: "buyer", permission: "accounting" } as const;
/** Papers of one 請求書: its pages as pictures, at most. */
const FILES_MOST = 10;

export const payableCalls: Call[] = [
  call({
    ...read,
    path: "/payables/balances",
    summary: "買掛残高一覧",
    query: owingFilter.extend({ ...paging, sort: sortBy(["partner_name", "balance"], "partner_name") }),
    answer: pageOf(owingRow),
    run: (db, who, { query }) => listOwing(db, who, query),
  }),
  call({
    ...read,
    path: "/payables/summary",
    summary: "買掛の集計",
    query: z.object({ on: optionalDate("基準日") }),
    answer: owingSummary,
    run: (db, who, { query }) => readOwing(db, who, query.on),
  }),
  call({
    ...read,
    path: "/payables/due",
    summary: "支払予定表",
    query: debtFilter.extend({ ...paging, sort: sortBy(["due_date"], "due_date") }),
    answer: pageOf(debtRow),
    run: (db, who, { query }) => listDebts(db, who, query),
  }),
  call({
    ...read,
    path: "/payables/ledger",
    summary: "仕入先元帳",
    query: owingLedgerFilter,
    answer: owingLedger,
    run: (db, who, { query }) => readOwingLedger(db, who, query),
  }),
  call({
    ...read,
    path: "/payables/records",
    summary: "取適法7条の記録（外注の請求書ごとの受領・検査・変更・支払）",
    query: recordFilter.extend({ ...paging, sort: sortQuery(recordList) }),
    answer: pageOf(recordRow),
    run: (db, who, { query }) => listRecords(db, who, query),
  }),
  call({
    ...read,
    path: "/payables/partners",
    summary: "計上できる支払先（取引が終わった会社を含む）",
    answer: suppliers,
    run: (db, who) => listSuppliers(db, who),
  }),
  call({
    ...read,
    path: "/payables/bills",
    summary: "計上した請求書・経費の一覧",
    query: billFilter.extend({ ...paging, sort: sortQuery(billList) }),
    answer: pageOf(billRow),
    run: (db, who, { query }) => listBills(db, who, query),
  }),
  call({
    ...act,
    path: "/payables/bills",
    summary: "紙の請求書・経費の計上",
    body: billNew,
    answer: billMade,
    run: (db, who, { body }) => enterBill(db, who, body),
  }),
  call({
    ...read,
    path: "/payables/bills/{key}",
    summary: "計上した請求書・経費",
    params: billKey,
    answer: billDetail,
    run: (db, who, { params }) => readBill(db, who, params.key),
  }),
  call({
    ...act,
    path: "/payables/bills/{key}/files",
    summary: "計上した請求書に原本のファイルを載せる",
    params: billKey,
    body: billFiling,
    files: { most: FILES_MOST },
    answer: fileRow.array(),
    run: (db, who, { params, files }) => addBillFiles(db, who, params.key, files),
  }),
  call({
    ...act,
    path: "/payables/bills/{key}/cancel",
    summary: "計上の取消",
    params: billKey,
    body: billCancelling,
    answer: billChanged,
    run: (db, who, { params, body }) => cancelBill(db, who, params.key, body),
  }),
  call({
    ...read,
    path: "/payables/payments",
    summary: "支払一覧",
    query: payoutFilter.extend({ ...paging, sort: sortQuery(payoutList) }),
    answer: pageOf(payoutRow),
    run: (db, who, { query }) => listPayouts(db, who, query),
  }),
  call({
    ...act,
    path: "/payables/payments/preview",
    summary: "支払の確認（何も保存しない）",
    body: payoutNew,
    answer: payoutPlan,
    run: (db, who, { body }) => planPayout(db, who, body),
  }),
  call({
    ...act,
    path: "/payables/payments",
    summary: "支払の登録（支払先ごとに1件）",
    body: payoutNew,
    answer: payoutsMade,
    run: (db, who, { body }) => recordPayouts(db, who, body),
  }),
  call({
    ...read,
    path: "/payables/payments/{key}",
    summary: "支払",
    params: payoutKey,
    answer: payoutDetail,
    run: (db, who, { params }) => readPayout(db, who, params.key),
  }),
  call({
    ...act,
    path: "/payables/payments/{key}/cancel",
    summary: "支払の取消",
    params: payoutKey,
    body: payoutCancelling,
    answer: payoutChanged,
    run: (db, who, { params, body }) => cancelPayout(db, who, params.key, body),
  }),
  call({
    ...buyers,
    path: "/paid-marks",
    summary: "届いた請求書を支払済みにする",
    body: payMarking,
    answer: payMarked,
    run: (db, who, { body }) => markPaid(db, who, body),
  }),
  call({
    ...buyers,
    path: "/paid-marks/undo",
    summary: "届いた請求書の支払済みを取り消す",
    body: payUnmarking,
    answer: payUnmarked,
    run: (db, who, { body }) => unmarkPaid(db, who, body),
  }),
];
