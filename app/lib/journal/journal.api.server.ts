import { documentKey } from "~/lib/accounting/document.schema";
import { type Call, call } from "~/lib/api/call.server";
import { exportJournal, exportOf, exportsOf, previewJournal } from "./journal.export.server";
import { changeRules, rulesOf } from "./journal.rule.server";
import {
  exported,
  exportFile,
  exportNew,
  exports,
  preview,
  previewQuery,
  ruleInput,
  rules,
} from "./journal.schema";

const books = { side: "seller", permission: "accounting" } as const;

export const journalCalls: Call[] = [
  call({
    method: "GET",
    path: "/journal/rules",
    summary: "仕訳の設定（勘定科目・税区分）",
    side: "seller",
    answer: rules,
    run: (db, who) => rulesOf(db, who),
  }),
  call({
    method: "PUT",
    path: "/journal/rules",
    summary: "仕訳の設定の変更",
    side: "seller",
    admin: true,
    body: ruleInput,
    answer: rules,
    run: (db, who, { body }) => changeRules(db, who, body),
  }),
  call({
    method: "GET",
    path: "/journal/preview",
    summary: "期間の仕訳のうち、まだ出力していないもの",
    ...books,
    query: previewQuery,
    answer: preview,
    run: (db, who, { query }) => previewJournal(db, who, query),
  }),
  call({
    method: "GET",
    path: "/journal/exports",
    summary: "仕訳の出力履歴",
    ...books,
    answer: exports,
    run: async (db, who) => ({ items: await exportsOf(db, who) }),
  }),
  call({
    method: "POST",
    path: "/journal/exports",
    summary: "仕訳の出力（出力済みの印が付く）",
    ...books,
    body: exportNew,
    answer: exported,
    run: (db, who, { body }) => exportJournal(db, who, body),
  }),
  call({
    method: "GET",
    path: "/journal/exports/{key}",
    summary: "出力した仕訳のファイル",
    ...books,
    params: documentKey("出力した仕訳"),
    answer: exportFile,
    run: (db, who, { params }) => exportOf(db, who, params.key),
  }),
];
