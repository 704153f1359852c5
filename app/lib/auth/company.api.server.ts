import { call } from "~/lib/backend/call.server";
import { pageOf } from "~/lib/list/list.schema";
import { paging } from "~/lib/list/paging.schema";
import { companyFilter, companyId, companyInput, companyRow, recentCompanies } from "./company.schema";
import { companiesOf, companyOf, createCompany, recentOf } from "./company.server";

/** For staff of the provider: which companies there are. */
export const companyCalls = [
  call({
    method: "GET", path: "/companies", summary: "会社の検索（運営）", internal: true, query: companyFilter.extend(paging), answer: pageOf(companyRow),
    run: (db, _who, { query }) => companiesOf(db, query),
  }),
  call({
    method: "GET", path: "/companies/recent", summary: "最近切り替えた会社（運営）", internal: true, answer: recentCompanies,
    run: async (db, who) => ({ items: await recentOf(db, who) }),
  }),
  call({
    method: "GET", path: "/companies/{id}", summary: "会社（運営）", internal: true, params: companyId, answer: companyRow,
    run: (db, _who, { params }) => companyOf(db, params.id),
  }),
  call({
    method: "POST", path: "/companies", summary: "会社と最初の管理者を作る（運営、編集できる人）", internal: true, body: companyInput, answer: companyRow,
    run: (db, who, { body }) => createCompany(db, who, body),
  }),
];
