import { type Call, call } from "~/lib/api/call.server";
import { pageOf } from "~/lib/list/list.schema";
import { paging } from "~/lib/list/paging.schema";
import { sortQuery } from "~/lib/list/sort";
import {
  agreementAnswer,
  agreementEnd,
  agreementKey,
  agreementMade,
  agreementNew,
  agreements,
} from "./agreement.schema";
import { answerAgreement, endAgreement, listAgreements, proposeAgreement } from "./agreement.server";
import { answerSelfBill, cancelSelfBill, viewSelfBill } from "./answer.server";
import { issueSelfBill, previewSelfBill } from "./issue.server";
import { listSelfBills, readSelfBill } from "./read.server";
import { selfBillFilter, selfBillList, selfBillRow } from "./selfbill.list";
import {
  selfBillAnswer,
  selfBillCancelling,
  selfBillChanged,
  selfBillDetail,
  selfBillKey,
  selfBillMade,
  selfBillNew,
  selfBillPreview,
  selfBillSource,
  selfBillSources,
} from "./selfbill.schema";
import { readSources } from "./source.server";

const read = { method: "GET", permission: "accounting" } as const;
const act = { method: "POST", permission: "accounting" } as const;

export const selfBillCalls: Call[] = [
  call({
    ...read,
    path: "/self-bills/agreements",
    summary: "支払通知書の取り決め",
    answer: agreements,
    run: (db, who) => listAgreements(db, who),
  }),
  call({
    ...act,
    path: "/self-bills/agreements",
    summary: "支払通知書を請求書の代わりにする取り決めの提案",
    body: agreementNew,
    answer: agreementMade,
    run: (db, who, { body }) => proposeAgreement(db, who, body),
  }),
  call({
    ...act,
    path: "/self-bills/agreements/{key}/answer",
    summary: "支払通知書の取り決めへの回答",
    params: agreementKey,
    body: agreementAnswer,
    answer: agreementMade,
    run: (db, who, { params, body }) => answerAgreement(db, who, params.key, body),
  }),
  call({
    ...act,
    path: "/self-bills/agreements/{key}/end",
    summary: "支払通知書の取り決めの終了",
    params: agreementKey,
    body: agreementEnd,
    answer: agreementMade,
    run: (db, who, { params, body }) => endAgreement(db, who, params.key, body.reason),
  }),
  call({
    ...read,
    path: "/self-bills/sources",
    summary: "支払通知書の対象",
    query: selfBillSource,
    answer: selfBillSources,
    run: (db, who, { query }) => readSources(db, who, query),
  }),
  call({
    ...act,
    path: "/self-bills/preview",
    summary: "支払通知書の発行前の確認（何も保存しない）",
    body: selfBillNew,
    answer: selfBillPreview,
    run: (db, who, { body }) => previewSelfBill(db, who, body),
  }),
  call({
    ...act,
    path: "/self-bills",
    summary: "支払通知書の発行と送付",
    body: selfBillNew,
    answer: selfBillMade,
    run: (db, who, { body }) => issueSelfBill(db, who, body),
  }),
  call({
    ...read,
    path: "/self-bills",
    summary: "支払通知書の一覧",
    query: selfBillFilter.extend({ ...paging, sort: sortQuery(selfBillList) }),
    answer: pageOf(selfBillRow),
    run: (db, who, { query }) => listSelfBills(db, who, query),
  }),
  call({
    ...read,
    path: "/self-bills/{key}",
    summary: "支払通知書",
    params: selfBillKey,
    answer: selfBillDetail,
    run: (db, who, { params }) => readSelfBill(db, who, params.key),
  }),
  call({
    ...act,
    path: "/self-bills/{key}/view",
    summary: "支払通知書の閲覧",
    params: selfBillKey,
    answer: selfBillChanged,
    run: (db, who, { params }) => viewSelfBill(db, who, params.key),
  }),
  call({
    ...act,
    path: "/self-bills/{key}/answer",
    summary: "支払通知書の確認・相違の連絡",
    params: selfBillKey,
    body: selfBillAnswer,
    answer: selfBillChanged,
    run: (db, who, { params, body }) => answerSelfBill(db, who, params.key, body),
  }),
  call({
    ...act,
    path: "/self-bills/{key}/cancel",
    summary: "支払通知書の取消",
    params: selfBillKey,
    body: selfBillCancelling,
    answer: selfBillChanged,
    run: (db, who, { params, body }) => cancelSelfBill(db, who, params.key, body.reason, body.version),
  }),
];
