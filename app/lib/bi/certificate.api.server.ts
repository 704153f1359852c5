import { type Call, call } from "~/lib/api/call.server";
import { certificateQuery, certificates, sharing, sharingPartner, sharingState } from "./certificate.schema";
import { certificatesOf, changeSharing, readSharing } from "./certificate.server";

export const certificateCalls: Call[] = [
  call({
    method: "GET",
    path: "/certificates",
    summary: "検査成績書（依頼元には、依頼先が見せるときだけ）",
    query: certificateQuery,
    answer: certificates,
    run: (db, who, { query }) => certificatesOf(db, who, query.cards),
  }),
  call({
    method: "GET",
    path: "/certificates/sharing/{id}",
    summary: "記録データと検査成績書を依頼元に見せるか",
    side: "seller",
    params: sharingPartner,
    answer: sharingState,
    run: (db, who, { params }) => readSharing(db, who, params.id),
  }),
  call({
    method: "PUT",
    path: "/certificates/sharing/{id}",
    summary: "記録データと検査成績書を依頼元に見せる・見せない",
    side: "seller",
    admin: true,
    params: sharingPartner,
    body: sharing,
    answer: sharingState,
    run: (db, who, { params, body }) => changeSharing(db, who, params.id, body.is_shared),
  }),
];
