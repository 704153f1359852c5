import { type Call, call } from "~/lib/api/call.server";
import { pageOf } from "~/lib/list/list.schema";
import { paging } from "~/lib/list/paging.schema";
import { sortBy, sortQuery } from "~/lib/list/sort";
import { readCandidates } from "./closing.candidates.server";
import { closingEdit, closingRows, closingRowsQuery, closingSaved } from "./closing.edit.schema";
import { readClosingRows, saveClosingRows } from "./closing.edit.server";
import { closePeriods } from "./closing.issue.server";
import { closingMade } from "./closing.schema";
import { trialClosing } from "./closing.server";
import { documentCalls } from "./document.api.server";
import { invoiceFilter, invoiceList, invoiceRow } from "./invoice.list";
import { listInvoices, readInvoice } from "./invoice.read.server";
import { candidates, closingNew, closingQuery, invoiceKind, trialQuery, trials } from "./invoice.schema";
import { cancelInvoice, INVOICES } from "./invoice.state.server";
import { invoiceSummary } from "./invoice.summary";
import { invoiceLines } from "./line.list";
import { listInvoiceLines } from "./line.list.server";

export const invoiceCalls: Call[] = [
  call({
    method: "GET",
    path: "/closings",
    summary: "請求締めの対象",
    side: "seller",
    permission: "accounting",
    query: closingQuery,
    answer: candidates,
    run: (db, who, { query }) => readCandidates(db, who, query),
  }),
  call({
    method: "GET",
    path: "/closings/trial",
    summary: "仮締め",
    side: "seller",
    permission: "accounting",
    query: trialQuery,
    answer: trials,
    run: (db, who, { query }) => trialClosing(db, who, query),
  }),
  call({
    method: "GET",
    path: "/closings/rows",
    summary: "請求締めの明細",
    side: "seller",
    permission: "accounting",
    query: closingRowsQuery,
    answer: closingRows,
    run: (db, who, { query }) => readClosingRows(db, who, query),
  }),
  call({
    method: "POST",
    path: "/closings/rows",
    summary: "請求締めの明細の編集（来月に回す・行追加・備考）",
    side: "seller",
    permission: "accounting",
    body: closingEdit,
    answer: closingSaved,
    run: (db, who, { body }) => saveClosingRows(db, who, body),
  }),
  call({
    method: "POST",
    path: "/closings",
    summary: "請求締めと請求書の発行",
    side: "seller",
    permission: "accounting",
    body: closingNew,
    answer: closingMade,
    run: (db, who, { body }) => closePeriods(db, who, body),
  }),
  call({
    method: "GET",
    path: "/invoices",
    summary: "請求書一覧",
    permission: "accounting",
    query: invoiceFilter.extend({ ...paging, sort: sortQuery(invoiceList) }),
    answer: pageOf(invoiceRow),
    run: (db, who, { query }) => listInvoices(db, who, query),
  }),
  call({
    method: "GET",
    path: "/invoices/summary",
    summary: "請求一覧表",
    permission: "accounting",
    query: invoiceFilter.extend({ ...paging, sort: sortQuery(invoiceSummary) }),
    answer: pageOf(invoiceRow),
    run: (db, who, { query }) => listInvoices(db, who, { ...query, is_standing: true }),
  }),
  call({
    method: "GET",
    path: "/invoices/lines",
    summary: "請求書の明細",
    permission: "accounting",
    query: invoiceFilter.extend({ ...paging, sort: sortBy(["invoice_date"], "invoice_date") }),
    answer: pageOf(invoiceLines.row),
    run: (db, who, { query }) => listInvoiceLines(db, who, query),
  }),
  ...documentCalls({
    ...invoiceKind,
    store: INVOICES,
    read: readInvoice,
    cancel: cancelInvoice,
    cancelling: "締め解除（請求書の取消）",
  }),
];
