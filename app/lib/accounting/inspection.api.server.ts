import { type Call, call } from "~/lib/api/call.server";
import { pageOf } from "~/lib/list/list.schema";
import { paging } from "~/lib/list/paging.schema";
import { sortBy } from "~/lib/list/sort";
import { changeBasis, changeOnTimeDay, readBasis } from "./basis.change.server";
import { basisChange, basisPartner, onTimeChange, partnerBasis } from "./basis.schema";
import { deliveryKind } from "./delivery.schema";
import { changed, documentKey } from "./document.schema";
import { acceptDeliveries } from "./inspection.accept.server";
import { acceptReworked, answerInspection, askReversal, reverseInspection } from "./inspection.answer.server";
import { inspectingLines, waitingLines, waitingOf } from "./inspection.order.schema";
import { inspectLines, waitingOfOrders } from "./inspection.order.server";
import { readSheet } from "./inspection.read.server";
import { replaceRejected } from "./inspection.replace.server";
import {
  accepted,
  accepting,
  answering,
  differing,
  inspecting,
  inspectionKey,
  inspectionSheet,
  replaced,
  replacing,
  reversing,
  reworking,
} from "./inspection.schema";
import { inspectDelivery, reportDifference } from "./inspection.server";
import { invoiceAnswering, invoiceAnswers } from "./invoice.answer.schema";
import { answerInvoice, answersOf } from "./invoice.answer.server";
import { invoiceKind } from "./invoice.schema";
import { payableFilter, payableRow } from "./payable.list";
import { listPayables } from "./payable.server";
import { documentsDone } from "./sending.schema";

const PHOTO_SIDE = 1600;
const note = { method: "POST", permission: "accounting", params: documentKey(deliveryKind.noun) } as const;
const row = { method: "POST", permission: "accounting", params: inspectionKey, answer: changed } as const;

export const inspectionCalls: Call[] = [
  call({
    method: "GET",
    path: "/deliveries/{key}/inspection",
    summary: "納品書の検収",
    permission: "accounting",
    params: documentKey(deliveryKind.noun),
    answer: inspectionSheet,
    run: (db, who, { params }) => readSheet(db, who, params.key),
  }),
  call({
    ...note,
    path: "/deliveries/{key}/inspect",
    summary: "検収の登録",
    body: inspecting,
    files: { most: 24, images: true, side: PHOTO_SIDE },
    answer: changed,
    run: (db, who, { params, body, files }) => inspectDelivery(db, who, params.key, body, files),
  }),
  call({
    ...note,
    path: "/deliveries/{key}/difference",
    summary: "差異の連絡",
    body: differing,
    files: { most: 6, images: true, side: PHOTO_SIDE },
    answer: changed,
    run: (db, who, { params, body, files }) => reportDifference(db, who, params.key, body, files),
  }),
  call({
    method: "POST",
    path: "/deliveries/accept",
    summary: "納品書をまとめて検収済みにする",
    permission: "accounting",
    body: accepting,
    answer: accepted,
    run: (db, who, { body }) => acceptDeliveries(db, who, body),
  }),
  call({
    method: "GET",
    path: "/inspections/waiting",
    summary: "外注依頼の納品のうち、検収待ちの明細",
    permission: "accounting",
    query: waitingOf,
    answer: waitingLines,
    run: (db, who, { query }) => waitingOfOrders(db, who, query.orders),
  }),
  call({
    method: "POST",
    path: "/inspections",
    summary: "明細を選んで、まとめて合格にする",
    permission: "accounting",
    body: inspectingLines,
    answer: documentsDone,
    run: (db, who, { body }) => inspectLines(db, who, body),
  }),
  call({
    ...row,
    path: "/inspections/{key}/answer",
    summary: "差異への回答",
    body: answering,
    run: (db, who, { params, body }) => answerInspection(db, who, params.key, body),
  }),
  call({
    ...row,
    path: "/inspections/{key}/reverse",
    summary: "検収の取消",
    body: reversing,
    run: (db, who, { params, body }) => reverseInspection(db, who, params.key, body),
  }),
  call({
    ...row,
    path: "/inspections/{key}/ask",
    summary: "みなし検収の取消の依頼",
    body: reversing,
    run: (db, who, { params, body }) => askReversal(db, who, params.key, body),
  }),
  call({
    ...row,
    path: "/inspections/{key}/rework",
    summary: "手直し完了",
    body: reworking,
    run: (db, who, { params, body }) => acceptReworked(db, who, params.key, body),
  }),
  call({
    ...row,
    path: "/inspections/{key}/replace",
    summary: "再納の納品書の発行",
    body: replacing,
    answer: replaced,
    run: (db, who, { params, body }) => replaceRejected(db, who, params.key, body),
  }),
  call({
    ...note,
    params: documentKey(invoiceKind.noun),
    path: "/invoices/{key}/answer",
    summary: "請求書の確認・差異の連絡",
    body: invoiceAnswering,
    answer: changed,
    run: (db, who, { params, body }) => answerInvoice(db, who, params.key, body),
  }),
  call({
    method: "GET",
    path: "/invoices/{key}/answers",
    summary: "請求書への回答",
    permission: "accounting",
    params: documentKey(invoiceKind.noun),
    answer: invoiceAnswers,
    run: (db, who, { params }) => answersOf(db, who, params.key),
  }),
  call({
    method: "GET",
    path: "/payables",
    summary: "支払予定",
    permission: "accounting",
    query: payableFilter.extend({ ...paging, sort: sortBy(["due_date"], "due_date") }),
    answer: pageOf(payableRow),
    run: (db, who, { query }) => listPayables(db, who, query),
  }),
  call({
    method: "GET",
    path: "/bases/{id}",
    summary: "計上基準",
    params: basisPartner,
    answer: partnerBasis,
    run: (db, who, { params }) => readBasis(db, who, params.id),
  }),
  call({
    method: "PUT",
    path: "/bases/{id}",
    summary: "計上基準の変更",
    side: "seller",
    admin: true,
    params: basisPartner,
    body: basisChange,
    answer: partnerBasis,
    run: (db, who, { params, body }) => changeBasis(db, who, params.id, body),
  }),
  call({
    method: "PUT",
    path: "/bases/{id}/on-time",
    summary: "納期遵守を数える日の変更",
    side: "seller",
    admin: true,
    params: basisPartner,
    body: onTimeChange,
    answer: partnerBasis,
    run: (db, who, { params, body }) => changeOnTimeDay(db, who, params.id, body),
  }),
];
