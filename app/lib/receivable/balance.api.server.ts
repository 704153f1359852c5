import { z } from "zod";
import { type Call, call } from "~/lib/api/call.server";
import { pageOf } from "~/lib/list/list.schema";
import { paging } from "~/lib/list/paging.schema";
import { sortBy } from "~/lib/list/sort";
import { optionalDate } from "~/lib/time/date.schema";
import { balanceFilter, balanceRow, balanceSummary } from "./balance.list";
import { listBalances, readSummary } from "./balance.server";
import { dueFilter, dueRow } from "./due.list";
import { listDue } from "./due.server";
import { ledger, ledgerFilter } from "./ledger.list";
import { readLedger } from "./ledger.server";
import { statement, statementQuery } from "./statement.schema";
import { readStatement } from "./statement.server";

const seller = { method: "GET", side: "seller", permission: "accounting" } as const;

export const balanceCalls: Call[] = [
  call({
    ...seller,
    path: "/receivables",
    summary: "売掛残高一覧",
    query: balanceFilter.extend({
      ...paging,
      sort: sortBy(["buyer_name", "billed", "balance"], "buyer_name"),
    }),
    answer: pageOf(balanceRow),
    run: (db, who, { query }) => listBalances(db, who, query),
  }),
  call({
    ...seller,
    path: "/receivables/summary",
    summary: "売掛の集計",
    query: z.object({ on: optionalDate("基準日") }),
    answer: balanceSummary,
    run: (db, who, { query }) => readSummary(db, who, query.on),
  }),
  call({
    ...seller,
    path: "/receivables/due",
    summary: "入金予定",
    query: dueFilter.extend({ ...paging, sort: sortBy(["due_date"], "due_date") }),
    answer: pageOf(dueRow),
    run: (db, who, { query }) => listDue(db, who, query),
  }),
  call({
    ...seller,
    path: "/receivables/ledger",
    summary: "得意先元帳",
    query: ledgerFilter,
    answer: ledger,
    run: (db, who, { query }) => readLedger(db, who, query),
  }),
  call({
    ...seller,
    path: "/receivables/statement",
    summary: "取引先の未決済（残高確認書）",
    query: statementQuery,
    answer: statement,
    run: (db, who, { query }) => readStatement(db, who, query),
  }),
];
