import { call } from "~/lib/api/call.server";
import { promiseChecks } from "./invariants.schema";
import { lastChecks } from "./invariants.server";

export const promiseCalls = [
  call({
    method: "GET",
    path: "/promises",
    summary: "データの整合性の確認（運営のみ。毎晩の結果を新しい順に30日分）",
    internal: true,
    answer: promiseChecks,
    run: async (db) => ({ items: await lastChecks(db, 30) }),
  }),
];
