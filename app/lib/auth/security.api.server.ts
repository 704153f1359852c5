import { z } from "zod";
import { call } from "~/lib/api/call.server";
import { pageOf } from "~/lib/list/list.schema";
import { paging } from "~/lib/list/paging.schema";
import { sortQuery } from "~/lib/list/sort";
import { changeFactorRule, factorRuleOf } from "./factor.rule.server";
import { factorRule, factorRuleAnswer } from "./factor.schema";
import { memberId } from "./member.schema";
import { securityList } from "./security.list";
import {
  allSecurity,
  companySecurity,
  endMemberSession,
  endOtherSessions,
  endOwnSession,
  memberSessions,
  ownSecurity,
  ownSessions,
} from "./security.read.server";
import {
  memberSession,
  securityFilter,
  securityRow,
  sessionKey,
  sessionRows,
  sessionsButOne,
} from "./security.schema";

const securityQuery = securityFilter.extend({ ...paging, sort: sortQuery(securityList) });
const answer = pageOf(securityRow);

export const securityCalls = [
  call({
    method: "GET",
    path: "/factories/self/factor",
    summary: "会社の二段階認証の決まり",
    admin: true,
    answer: factorRuleAnswer,
    run: (db, who) => factorRuleOf(db, who),
  }),
  call({
    method: "PUT",
    path: "/factories/self/factor",
    summary: "会社の二段階認証の決まりの変更",
    admin: true,
    body: factorRule,
    answer: factorRuleAnswer,
    run: (db, who, { body }) => changeFactorRule(db, who, body),
  }),
  call({
    method: "GET",
    path: "/users/self/security",
    summary: "自分のログインの記録",
    query: securityQuery,
    answer,
    run: (db, who, { query }) => ownSecurity(db, who, query),
  }),
  call({
    method: "GET",
    path: "/security",
    summary: "会社のログインの記録",
    admin: true,
    query: securityQuery,
    answer,
    run: (db, who, { query }) => companySecurity(db, who, query),
  }),
  call({
    method: "GET",
    path: "/security/all",
    summary: "全社のログインの記録（運営）",
    internal: true,
    query: securityQuery,
    answer,
    run: (db, _who, { query }) => allSecurity(db, query),
  }),
  call({
    method: "GET",
    path: "/users/self/sessions",
    summary: "自分がログインしている端末",
    answer: sessionRows,
    run: async (db, who) => ({ items: await ownSessions(db, who) }),
  }),
  call({
    method: "DELETE",
    path: "/users/self/sessions",
    summary: "ほかの端末のログアウト",
    query: sessionsButOne,
    answer: z.object({ ended: z.number() }),
    run: (db, who, { query }) => endOtherSessions(db, who, query.but),
  }),
  call({
    method: "DELETE",
    path: "/users/self/sessions/{key}",
    summary: "自分の端末のログアウト",
    params: sessionKey,
    answer: z.object({}),
    run: async (db, who, { params }) => {
      await endOwnSession(db, who, params.key);
      return {};
    },
  }),
  call({
    method: "GET",
    path: "/users/{id}/sessions",
    summary: "アカウントがログインしている端末",
    admin: true,
    params: memberId,
    answer: sessionRows,
    run: async (db, who, { params }) => ({ items: await memberSessions(db, who, params.id) }),
  }),
  call({
    method: "DELETE",
    path: "/users/{id}/sessions/{key}",
    summary: "アカウントの端末のログアウト",
    admin: true,
    params: memberSession,
    answer: z.object({}),
    run: async (db, who, { params }) => {
      await endMemberSession(db, who, params.id, params.key);
      return {};
    },
  }),
];
