import { type Call, call } from "~/lib/api/call.server";
import { billable, billableQuery, singleMade, singleNew, singlePreview } from "./single.schema";
import { issueSingle, previewSingle, readBillable } from "./single.server";

const rights = { side: "seller", permission: "accounting" } as const;

export const singleCalls: Call[] = [
  call({
    method: "GET",
    path: "/invoices/billable",
    summary: "都度請求の対象",
    ...rights,
    query: billableQuery,
    answer: billable,
    run: (db, who, { query }) => readBillable(db, who, query),
  }),
  call({
    method: "POST",
    path: "/invoices/preview",
    summary: "都度請求の発行前の確認",
    ...rights,
    body: singleNew,
    answer: singlePreview,
    run: (db, who, { body }) => previewSingle(db, who, body),
  }),
  call({
    method: "POST",
    path: "/invoices",
    summary: "都度請求（請求書の発行）",
    ...rights,
    body: singleNew,
    answer: singleMade,
    run: (db, who, { body }) => issueSingle(db, who, body),
  }),
];
