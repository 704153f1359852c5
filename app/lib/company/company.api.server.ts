import { call } from "~/lib/api/call.server";
import { pageOf } from "~/lib/list/list.schema";
import { paging } from "~/lib/list/paging.schema";
import { sortQuery } from "~/lib/list/sort";
import { companyList } from "./company.list";
import {
  companyFilter,
  companyId,
  companyInput,
  companyNote,
  companyRow,
  recentCompanies,
} from "./company.schema";
import { companiesOf, companyOf, createCompany, noteCompany, recentOf, starredOf } from "./company.server";

export const companyCalls = [
  call({
    method: "GET",
    path: "/companies",
    summary: "会社の検索（運営）",
    internal: true,
    query: companyFilter.extend({ ...paging, sort: sortQuery(companyList) }),
    answer: pageOf(companyRow),
    run: (db, who, { query }) => companiesOf(db, who, query),
  }),
  call({
    method: "GET",
    path: "/companies/recent",
    summary: "最近切り替えた会社と、よく使う会社（運営）",
    internal: true,
    answer: recentCompanies,
    run: async (db, who) => ({ items: await recentOf(db, who), starred: await starredOf(db, who) }),
  }),
  call({
    method: "GET",
    path: "/companies/{id}",
    summary: "会社（運営）",
    internal: true,
    params: companyId,
    answer: companyRow,
    run: (db, who, { params }) => companyOf(db, who, params.id),
  }),
  call({
    method: "PUT",
    path: "/companies/{id}/note",
    summary: "会社の「よく使う」と問合せメモ（運営、自分だけのもの）",
    internal: true,
    params: companyId,
    body: companyNote,
    answer: companyRow,
    run: (db, who, { params, body }) => noteCompany(db, who, params.id, body),
  }),
  call({
    method: "POST",
    path: "/companies",
    summary: "会社と最初の管理者を作る（運営、編集できる人）",
    internal: true,
    body: companyInput,
    answer: companyRow,
    run: (db, who, { body }) => createCompany(db, who, body),
  }),
];
