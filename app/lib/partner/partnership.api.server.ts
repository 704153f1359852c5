import { z } from "zod";
import { call } from "~/lib/api/call.server";
import { partnershipsOf } from "./partnership.list.server";
import { ofPartnership, partnershipAnswered, partnerships } from "./partnership.schema";
import { acceptPartnership, declinePartnership, withdrawPartnership } from "./partnership.server";

const answered = {
  admin: true,
  params: ofPartnership,
  body: z.object({}),
  answer: partnershipAnswered,
} as const;

export const partnershipCalls = [
  call({
    method: "GET",
    path: "/partnerships",
    summary: "取引の依頼と取引先",
    admin: true,
    answer: partnerships,
    run: (db, who) => partnershipsOf(db, who),
  }),
  call({
    method: "POST",
    path: "/partnerships/{key}/accept",
    summary: "取引の依頼を承認する",
    ...answered,
    run: (db, who, { params }) => acceptPartnership(db, who, params.key),
  }),
  call({
    method: "POST",
    path: "/partnerships/{key}/decline",
    summary: "取引の依頼を断る",
    ...answered,
    run: (db, who, { params }) => declinePartnership(db, who, params.key),
  }),
  call({
    method: "POST",
    path: "/partnerships/{key}/withdraw",
    summary: "取引の依頼を取り下げる",
    ...answered,
    run: (db, who, { params }) => withdrawPartnership(db, who, params.key),
  }),
];
