import { z } from "zod";
import { call } from "~/lib/api/call.server";
import { notFound } from "~/lib/api/refusal";
import { pageOf } from "~/lib/list/list.schema";
import { paging } from "~/lib/list/paging.schema";
import { sortQuery } from "~/lib/list/sort";
import { activityRow } from "~/lib/log/activity.schema";
import { activityOf } from "~/lib/log/activity.server";
import { inviteAgain, inviteMember, inviteMembers, resetMember } from "./member.invite.server";
import { memberList } from "./member.list";
import { memberOf, membersOf } from "./member.list.server";
import { showMemberPassword } from "./member.password.server";
import {
  invited,
  memberChange,
  memberFilter,
  memberId,
  memberIds,
  memberInput,
  memberRow,
  memberVersion,
  shownPassword,
} from "./member.schema";
import {
  changeMember,
  dropMemberFactor,
  resumeMember,
  signOutMember,
  stopMembers,
} from "./member.write.server";

const companies = z.preprocess(
  (value) => (value === undefined ? undefined : [value].flat()),
  z.array(z.string().max(40)).max(50).optional(),
);

export const memberCalls = [
  call({
    method: "GET",
    path: "/users",
    summary: "アカウントの一覧",
    admin: true,
    answer: pageOf(memberRow),
    query: memberFilter.extend({ ...paging, sort: sortQuery(memberList), factory_ids: companies }),
    run: (db, who, { query: { factory_ids, ...filter } }) => {
      if (factory_ids?.some((id) => id !== who.company_id)) throw notFound("会社");
      return membersOf(db, who, filter);
    },
  }),
  call({
    method: "POST",
    path: "/users",
    summary: "アカウントの招待（仮パスワードをメールで送る）",
    admin: true,
    body: memberInput,
    answer: invited,
    run: (db, who, { body }) => inviteMember(db, who, body),
  }),
  call({
    method: "POST",
    path: "/users/stop",
    summary: "アカウントの停止（まとめて）",
    admin: true,
    body: memberIds,
    answer: z.object({ stopped: z.number() }),
    run: async (db, who, { body }) => ({ stopped: await stopMembers(db, who, body.ids) }),
  }),
  call({
    method: "POST",
    path: "/users/invite",
    summary: "招待の再送（まとめて。招待中の人だけ）",
    admin: true,
    body: memberIds,
    answer: z.object({ sent: z.number() }),
    run: async (db, who, { body }) => ({ sent: await inviteMembers(db, who, body.ids) }),
  }),
  call({
    method: "GET",
    path: "/users/{id}",
    summary: "アカウント",
    admin: true,
    params: memberId,
    answer: memberRow,
    run: (db, who, { params }) => memberOf(db, who, params.id),
  }),
  call({
    method: "GET",
    path: "/users/{id}/activity",
    summary: "アカウントの履歴",
    admin: true,
    params: memberId,
    answer: z.object({ items: z.array(activityRow) }),
    run: async (db, who, { params }) => {
      await memberOf(db, who, params.id);
      return { items: await activityOf(db, who, "member", params.id) };
    },
  }),
  call({
    method: "PUT",
    path: "/users/{id}",
    summary: "アカウントの氏名と権限",
    admin: true,
    params: memberId,
    body: memberChange,
    answer: memberRow,
    run: async (db, who, { params, body }) => {
      await changeMember(db, who, params.id, body);
      return memberOf(db, who, params.id);
    },
  }),
  call({
    method: "DELETE",
    path: "/users/{id}",
    summary: "アカウントの停止",
    admin: true,
    params: memberId,
    query: memberVersion,
    answer: memberRow,
    run: async (db, who, { params, query }) => {
      await stopMembers(db, who, [params.id], query.version);
      return memberOf(db, who, params.id);
    },
  }),
  call({
    method: "POST",
    path: "/users/{id}/resume",
    summary: "停止したアカウントの再開",
    admin: true,
    params: memberId,
    body: memberVersion,
    answer: memberRow,
    run: async (db, who, { params, body }) => {
      await resumeMember(db, who, params.id, body.version);
      return memberOf(db, who, params.id);
    },
  }),
  call({
    method: "POST",
    path: "/users/{id}/invite",
    summary: "招待の再送",
    admin: true,
    params: memberId,
    answer: invited,
    run: (db, who, { params }) => inviteAgain(db, who, params.id),
  }),
  // No POST: its answer would be kept for a repeated post.
  call({
    method: "PUT",
    path: "/users/{id}/temporary_password",
    summary: "招待中の人の仮パスワードを作り直し、一度だけ返す（メールを送れないとき）",
    admin: true,
    params: memberId,
    answer: shownPassword,
    run: (db, who, { params }) => showMemberPassword(db, who, params.id),
  }),
  call({
    method: "POST",
    path: "/users/{id}/reset",
    summary: "パスワード再設定（仮パスワードをメールで送る）",
    admin: true,
    params: memberId,
    answer: invited,
    run: (db, who, { params }) => resetMember(db, who, params.id),
  }),
  call({
    method: "POST",
    path: "/users/{id}/factor",
    summary: "アカウントの二段階認証の解除（本人にメールで知らせる）",
    admin: true,
    params: memberId,
    answer: z.object({}),
    run: async (db, who, { params }) => {
      await dropMemberFactor(db, who, params.id);
      return {};
    },
  }),
  call({
    method: "POST",
    path: "/users/{id}/signout",
    summary: "全端末のログアウト",
    admin: true,
    params: memberId,
    answer: z.object({}),
    run: async (db, who, { params }) => {
      await signOutMember(db, who, params.id);
      return {};
    },
  }),
];
