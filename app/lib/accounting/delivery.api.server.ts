import { type Call, call } from "~/lib/api/call.server";
import { pageOf } from "~/lib/list/list.schema";
import { paging } from "~/lib/list/paging.schema";
import { sortBy, sortQuery } from "~/lib/list/sort";
import {
  deliveryPostpone,
  deliveryReopen,
  documentsCancelling,
  documentsPostponing,
} from "./delivery.act.schema";
import { readDelivery } from "./delivery.detail.server";
import {
  cancelDeliveries,
  postponeDeliveries,
  postponeDelivery,
  reopenCard,
  restoreDelivery,
} from "./delivery.follow.server";
import { issueDeliveries, previewDeliveries } from "./delivery.issue.server";
import { deliveryFilter, deliveryList, deliveryRow } from "./delivery.list";
import { listDeliveries } from "./delivery.read.server";
import {
  deliveryKind,
  deliveryMade,
  deliveryNew,
  deliveryPreview,
  pool,
  poolFilter,
} from "./delivery.schema";
import { cancelDelivery, DELIVERIES } from "./delivery.state.server";
import { documentCalls } from "./document.api.server";
import { changed, documentKey, restoring } from "./document.schema";
import { deliveryLines } from "./line.list";
import { listDeliveryLines } from "./line.list.server";
import { documentsDone } from "./sending.schema";
import { readPool } from "./undelivered.server";

export const deliveryCalls: Call[] = [
  call({
    method: "GET",
    path: "/deliveries/pool",
    summary: "未納品のカード",
    side: "seller",
    permission: "accounting",
    query: poolFilter,
    answer: pool,
    run: (db, who, { query }) => readPool(db, who, query),
  }),
  call({
    method: "POST",
    path: "/deliveries/preview",
    summary: "納品書の発行前の確認",
    side: "seller",
    permission: "accounting",
    body: deliveryNew,
    answer: deliveryPreview,
    run: (db, who, { body }) => previewDeliveries(db, who, body),
  }),
  call({
    method: "POST",
    path: "/deliveries",
    summary: "納品書の発行",
    side: "seller",
    permission: "accounting",
    body: deliveryNew,
    answer: deliveryMade,
    run: (db, who, { body }) => issueDeliveries(db, who, body),
  }),
  call({
    method: "GET",
    path: "/deliveries",
    summary: "納品書一覧",
    permission: "accounting",
    query: deliveryFilter.extend({ ...paging, sort: sortQuery(deliveryList) }),
    answer: pageOf(deliveryRow),
    run: (db, who, { query }) => listDeliveries(db, who, query),
  }),
  call({
    method: "GET",
    path: "/deliveries/lines",
    summary: "納品書の明細",
    permission: "accounting",
    query: deliveryFilter.extend({ ...paging, sort: sortBy(["delivery_date"], "delivery_date") }),
    answer: pageOf(deliveryLines.row),
    run: (db, who, { query }) => listDeliveryLines(db, who, query),
  }),
  call({
    method: "POST",
    path: "/deliveries/{key}/postpone",
    summary: "来月に回す",
    side: "seller",
    permission: "accounting",
    params: documentKey(deliveryKind.noun),
    body: deliveryPostpone,
    answer: changed,
    run: (db, who, { params, body }) => postponeDelivery(db, who, params.key, body),
  }),
  call({
    method: "POST",
    path: "/deliveries/{key}/reopen",
    summary: "打切の取消",
    side: "seller",
    permission: "accounting",
    params: documentKey(deliveryKind.noun),
    body: deliveryReopen,
    answer: changed,
    run: (db, who, { params, body }) => reopenCard(db, who, params.key, body),
  }),
  call({
    method: "POST",
    path: "/deliveries/{key}/restore",
    summary: "納品書の復元",
    side: "seller",
    permission: "accounting",
    params: documentKey(deliveryKind.noun),
    body: restoring,
    answer: changed,
    run: (db, who, { params, body }) => restoreDelivery(db, who, params.key, body.reason, body.version),
  }),
  call({
    method: "POST",
    path: "/deliveries/cancel",
    summary: "納品書の取消（まとめて）",
    side: "seller",
    permission: "accounting",
    body: documentsCancelling,
    answer: documentsDone,
    run: (db, who, { body }) => cancelDeliveries(db, who, body),
  }),
  call({
    method: "POST",
    path: "/deliveries/postpone",
    summary: "来月に回す（まとめて）",
    side: "seller",
    permission: "accounting",
    body: documentsPostponing,
    answer: documentsDone,
    run: (db, who, { body }) => postponeDeliveries(db, who, body),
  }),
  ...documentCalls({ ...deliveryKind, store: DELIVERIES, read: readDelivery, cancel: cancelDelivery }),
];
