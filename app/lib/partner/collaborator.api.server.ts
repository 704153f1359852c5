import { z } from "zod";
import { call } from "~/lib/api/call.server";
import { shownPassword } from "~/lib/auth/member.schema";
import { activityRow } from "~/lib/log/activity.schema";
import { optionalVersion } from "~/lib/text/text.schema";
import {
  changeTerms,
  judgeToriteki,
  resumeCollaboration,
  stopCollaboration,
  touchChat,
} from "./collaboration.change.server";
import { invitePartner, showPartnerPassword } from "./collaboration.invite.server";
import {
  collaborationChange,
  collaborationInput,
  collaborationMade,
  invitationInput,
  invitationSent,
  ofCollaborator,
  partnerIds,
  side,
  toritekiInput,
} from "./collaboration.schema";
import { openCollaboration } from "./collaboration.server";
import { changeContacts } from "./contact.change.server";
import { contactInput } from "./contact.schema";
import { partnerActivityOf, partnerDetailOf } from "./partner.read.server";
import { partnerDetail, partnerQuery, partners } from "./partner.schema";
import { partnersOf } from "./partner.server";

const COLLABORATOR = "/factories/collaborators/{buyerId}";
const writes = { side: "seller", admin: true } as const;

/** {buyerId} is the other company, whichever way one works with it (product §7). Stock has no path. */
export const collaboratorCalls = [
  call({
    method: "GET",
    path: "/partners",
    summary: "依頼元・協力会社の一覧（1社1行）",
    side: "seller",
    query: partnerQuery,
    answer: partners,
    run: (db, who, { query }) => partnersOf(db, who, query),
  }),
  call({
    method: "POST",
    path: "/factories/collaborators",
    summary: "取引先の登録（新しい会社の招待、または登録済みの会社への取引の依頼）",
    ...writes,
    body: collaborationInput,
    answer: collaborationMade,
    run: (db, who, { body }) => openCollaboration(db, who, body),
  }),
  call({
    method: "POST",
    path: "/factories/collaborators/stop",
    summary: "取引先をまとめて無効にする",
    ...writes,
    body: partnerIds,
    answer: z.object({ stopped: z.number() }),
    run: async (db, who, { body }) => {
      const ids = [...new Set(body.ids)];
      for (const id of ids) await stopCollaboration(db, who, id, undefined);
      return { stopped: ids.length };
    },
  }),
  call({
    method: "POST",
    path: "/factories/collaborators/invite",
    summary: "取引先をまとめて招待する",
    ...writes,
    body: partnerIds,
    answer: z.object({ sent: z.array(invitationSent) }),
    run: async (db, who, { body }) => {
      const sent = [];
      for (const id of new Set(body.ids)) sent.push(await invitePartner(db, who, id, {}));
      return { sent };
    },
  }),
  call({
    method: "GET",
    path: COLLABORATOR,
    summary: "取引先の詳細",
    side: "seller",
    params: ofCollaborator,
    answer: partnerDetail,
    run: (db, who, { params }) => partnerDetailOf(db, who, params.buyerId),
  }),
  call({
    method: "GET",
    path: `${COLLABORATOR}/activity`,
    summary: "取引先の変更の履歴",
    side: "seller",
    params: ofCollaborator,
    answer: z.object({ items: z.array(activityRow) }),
    run: async (db, who, { params }) => ({ items: await partnerActivityOf(db, who, params.buyerId) }),
  }),
  call({
    method: "PUT",
    path: COLLABORATOR,
    summary: "取引の条件の変更（side=seller は協力会社としての条件）",
    ...writes,
    params: ofCollaborator,
    query: side,
    body: collaborationChange,
    answer: partnerDetail,
    run: async (db, who, { params, query, body }) => {
      await changeTerms(db, who, [{ ...body, partner_id: params.buyerId, side: query.side ?? "buyer" }]);
      return partnerDetailOf(db, who, params.buyerId);
    },
  }),
  call({
    method: "PUT",
    path: `${COLLABORATOR}/toriteki`,
    summary: "取適法の対象かどうかの判定",
    ...writes,
    params: ofCollaborator,
    body: toritekiInput,
    answer: partnerDetail,
    run: async (db, who, { params, body }) => {
      await judgeToriteki(db, who, params.buyerId, body);
      return partnerDetailOf(db, who, params.buyerId);
    },
  }),
  call({
    method: "PUT",
    path: `${COLLABORATOR}/contact`,
    summary: "取引先の連絡先（自社だけに見える）",
    ...writes,
    params: ofCollaborator,
    body: contactInput,
    answer: partnerDetail,
    run: async (db, who, { params, body }) => {
      await changeContacts(db, who, [{ ...body, partner_id: params.buyerId }]);
      return partnerDetailOf(db, who, params.buyerId);
    },
  }),
  call({
    method: "DELETE",
    path: COLLABORATOR,
    summary: "取引の終了（どちらの側からも）",
    admin: true,
    params: ofCollaborator,
    query: side.extend({ version: optionalVersion }),
    answer: z.object({}),
    run: async (db, who, { params, query }) => {
      await stopCollaboration(db, who, params.buyerId, query.side, query.version);
      return {};
    },
  }),
  call({
    method: "POST",
    path: `${COLLABORATOR}/resume`,
    summary: "自社が終了した取引の再開",
    admin: true,
    params: ofCollaborator,
    body: z.object({}),
    answer: partnerDetail,
    run: async (db, who, { params }) => {
      await resumeCollaboration(db, who, params.buyerId);
      return partnerDetailOf(db, who, params.buyerId);
    },
  }),
  call({
    method: "POST",
    path: `${COLLABORATOR}/invite`,
    summary: "取引先の招待・再送",
    ...writes,
    params: ofCollaborator,
    body: invitationInput,
    answer: invitationSent,
    run: (db, who, { params, body }) => invitePartner(db, who, params.buyerId, body),
  }),
  call({
    method: "PUT",
    path: `${COLLABORATOR}/temporary_password`,
    summary: "招待した取引先の仮パスワードを作り直し、一度だけ返す（メールを送れないとき）",
    ...writes,
    params: ofCollaborator,
    answer: shownPassword,
    run: (db, who, { params }) => showPartnerPassword(db, who, params.buyerId),
  }),
  call({
    method: "PUT",
    path: `${COLLABORATOR}/last_chat_time`,
    summary: "最終チャットの時刻を今にする",
    params: ofCollaborator,
    answer: z.object({ last_chat_time: z.string() }),
    run: (db, who, { params }) => touchChat(db, who, params.buyerId),
  }),
];
