import { type Call, call } from "~/lib/api/call.server";
import { defectiveFilter, defectivePage, defectivePaging, defectiveSummary } from "./defective.schema";
import { listDefective } from "./defective.server";
import { summariseDefective } from "./defective.summary.server";

const guarded = { method: "GET", side: "seller", permission: "bi" } as const;

export const defectiveCalls: Call[] = [
  call({
    ...guarded,
    path: "/bi/defective",
    summary: "不良明細",
    query: defectivePaging,
    answer: defectivePage,
    run: (db, who, { query }) => listDefective(db, who, query),
  }),
  call({
    ...guarded,
    path: "/bi/defective/summary",
    summary: "不良明細の集計",
    query: defectiveFilter,
    answer: defectiveSummary,
    run: (db, who, { query }) => summariseDefective(db, who, query),
  }),
];
