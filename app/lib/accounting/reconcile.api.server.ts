import { type Call, call } from "~/lib/api/call.server";
import { compareCsv } from "./reconcile.csv.server";
import {
  billingChecks,
  billingCompare,
  billingDifferences,
  checksMade,
  reconcileQuery,
  reconciliation,
} from "./reconcile.schema";
import { checkLines, readReconciliation } from "./reconcile.server";

const permission = "accounting" as const;

export const reconcileCalls: Call[] = [
  call({
    method: "GET",
    path: "/reconciliations",
    summary: "締め前の照合",
    permission,
    query: reconcileQuery,
    answer: reconciliation,
    run: (db, who, { query }) => readReconciliation(db, who, query),
  }),
  call({
    method: "POST",
    path: "/reconciliations/checks",
    summary: "照合の結果（一致・差異）",
    permission,
    body: billingChecks,
    answer: checksMade,
    run: (db, who, { body }) => checkLines(db, who, body),
  }),
  call({
    method: "POST",
    path: "/reconciliations/compare",
    summary: "支払予定CSVとの照合（保存しない）",
    permission,
    body: billingCompare,
    answer: billingDifferences,
    run: (db, who, { body }) => compareCsv(db, who, body),
  }),
];
