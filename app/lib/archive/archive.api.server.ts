import { type Call, call } from "~/lib/api/call.server";
import { pageOf } from "~/lib/list/list.schema";
import { paging } from "~/lib/list/paging.schema";
import { sortQuery } from "~/lib/list/sort";
import { quoteSheetOf } from "~/lib/quote/quote.archive.server";
import { quotePaperQuery, quoteSheet } from "~/lib/quote/quote.paper.schema";
import { quoteKey } from "~/lib/quote/quote.schema";
import { archiveFilter, archiveList, archiveRow } from "./archive.list";
import { archiveLog, logQuery, seal } from "./archive.schema";
import { archiveLogOf, lastSeal, searchArchive } from "./archive.server";

export const archiveCalls: Call[] = [
  call({
    method: "GET",
    path: "/archive",
    summary: "発行した書類と受け取った書類の検索（電子帳簿保存法）",
    permission: "accounting",
    query: archiveFilter.extend({ ...paging, sort: sortQuery(archiveList) }),
    answer: pageOf(archiveRow),
    run: (db, who, { query }) => searchArchive(db, who, query),
  }),
  call({
    method: "GET",
    path: "/archive/log",
    summary: "書類の訂正削除履歴",
    permission: "accounting",
    query: logQuery,
    answer: archiveLog,
    run: (db, who, { query }) => archiveLogOf(db, who, query),
  }),
  call({
    method: "GET",
    path: "/archive/quotes/{key}",
    summary: "見積依頼書・見積書（送ったときのまま）",
    permission: "accounting",
    params: quoteKey,
    query: quotePaperQuery,
    answer: quoteSheet,
    run: (db, who, { params, query }) => quoteSheetOf(db, who, params.key, query),
  }),
  call({
    method: "GET",
    path: "/archive/seal",
    summary: "履歴の最後の封",
    permission: "accounting",
    answer: seal,
    run: (db) => lastSeal(db),
  }),
];
