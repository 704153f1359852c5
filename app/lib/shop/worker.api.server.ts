import { z } from "zod";
import { call } from "~/lib/api/call.server";
import { checkbox, rowKey } from "~/lib/text/text.schema";
import {
  workerChange,
  workerInput,
  workerOrder,
  workerRow,
  workerState,
  workers,
  workersChanged,
} from "./worker.schema";
import { activateWorkers, changeWorker, createWorker, orderWorkers, workerLines } from "./worker.server";

const ofWorker = z.object({ workerId: rowKey });

export const workerCalls = [
  call({
    method: "GET",
    path: "/workers",
    summary: "作業者の一覧",
    side: "seller",
    query: z.object({ all: checkbox() }),
    answer: workers,
    run: async (db, who, { query }) => ({ items: await workerLines(db, who, query.all) }),
  }),
  call({
    method: "PUT",
    path: "/workers/order",
    summary: "作業者の表示順",
    side: "seller",
    admin: true,
    body: workerOrder,
    answer: workersChanged,
    run: (db, who, { body }) => orderWorkers(db, who, body.ids),
  }),
  call({
    method: "POST",
    path: "/workers/state",
    summary: "作業者の一括無効化・有効化",
    side: "seller",
    admin: true,
    body: workerState,
    answer: workersChanged,
    run: (db, who, { body }) => activateWorkers(db, who, body.ids, body.is_active),
  }),
  call({
    method: "POST",
    path: "/workers",
    summary: "作業者の登録",
    side: "seller",
    admin: true,
    body: workerInput,
    answer: workerRow,
    run: (db, who, { body }) => createWorker(db, who.company_id, body),
  }),
  call({
    method: "PUT",
    path: "/workers/{workerId}",
    summary: "作業者の変更・無効化",
    side: "seller",
    admin: true,
    params: ofWorker,
    body: workerChange,
    answer: workerRow,
    run: (db, who, { params, body }) => changeWorker(db, who, params.workerId, body),
  }),
];
