import { type Call, call } from "~/lib/api/call.server";
import { pageOf } from "~/lib/list/list.schema";
import { shelvesOf } from "./shelf.labels.server";
import { dismissScan, lookAtShelf, recentScansOf } from "./shelf.read.server";
import {
  clientId,
  recentScans,
  shelfBatch,
  shelfLooked,
  shelfQuery,
  shelfResults,
  shelfRow,
} from "./shelf.schema";
import { takeShelfItems } from "./shelf.server";

const ours = { side: "seller", permission: "inventory" } as const;

export const shelfCalls: Call[] = [
  call({
    ...ours,
    method: "POST",
    path: "/inventory/scans",
    summary: "棚での入庫・出庫・数（端末の番号ごとに一度だけ）",
    inTurn: true,
    repeatable: true,
    body: shelfBatch,
    answer: shelfResults,
    run: (db, who, { body }) => takeShelfItems(db, who, body),
  }),
  call({
    ...ours,
    method: "GET",
    path: "/inventory/shelves",
    summary: "商品のある置場",
    answer: pageOf(shelfRow).partial().required({ items: true }),
    run: (db, who) => shelvesOf(db, who),
  }),
  call({
    ...ours,
    method: "GET",
    path: "/inventory/scans",
    summary: "棚での最近の操作と、確認が必要なもの",
    answer: recentScans,
    run: (db, who) => recentScansOf(db, who),
  }),
  call({
    ...ours,
    method: "POST",
    path: "/inventory/scans/{client_id}/dismiss",
    summary: "確認が必要な棚の操作を片付ける",
    params: clientId,
    answer: recentScans,
    run: (db, who, { params }) => dismissScan(db, who, params.client_id),
  }),
  call({
    ...ours,
    method: "GET",
    path: "/inventory/scans/look",
    summary: "棚札・商品番号・置場が何かを調べる",
    query: shelfQuery,
    answer: shelfLooked,
    run: (db, who, { query }) => lookAtShelf(db, who, query.code, query.sheet),
  }),
];
