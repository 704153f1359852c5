import { z } from "zod";
import { call } from "~/lib/api/call.server";
import { key } from "~/lib/text/text.schema";
import { answerAmendment, withdrawAmendment } from "./amend.answer.server";
import { proposeAmendment } from "./amend.propose.server";
import { findAmendment, findAmendments } from "./amend.read.server";
import { amendAnswer, amendInput, amendment, amendments } from "./amend.schema";

const ofOrder = z.object({ key: key("外注依頼") });
const ofAmendment = ofOrder.extend({ amendment: key("変更依頼") });
const made = z.object({ key: z.number() });

export const amendCalls = [
  call({
    method: "GET",
    path: "/orders/{key}/amendments",
    summary: "外注依頼の変更依頼",
    params: ofOrder,
    answer: amendments,
    run: (db, who, { params }) => findAmendments(db, who, params.key),
  }),
  call({
    method: "POST",
    path: "/orders/{key}/amendments",
    summary: "変更依頼を出す（相手が同意するまで、今の版のまま）",
    params: ofOrder,
    body: amendInput,
    answer: made,
    run: (db, who, { params, body }) => proposeAmendment(db, who, params.key, body),
  }),
  call({
    method: "GET",
    path: "/orders/{key}/amendments/{amendment}",
    summary: "変更依頼",
    params: ofAmendment,
    answer: amendment,
    run: (db, who, { params }) => findAmendment(db, who, params.key, params.amendment),
  }),
  call({
    method: "POST",
    path: "/orders/{key}/amendments/{amendment}/answer",
    summary: "変更依頼に、明細ごとに同意するか断る",
    params: ofAmendment,
    body: amendAnswer,
    answer: made.extend({ revision: z.number().nullable() }),
    run: (db, who, { params, body }) => answerAmendment(db, who, params.key, params.amendment, body),
  }),
  call({
    method: "POST",
    path: "/orders/{key}/amendments/{amendment}/withdraw",
    summary: "変更依頼を取り下げる",
    params: ofAmendment,
    answer: made,
    run: (db, who, { params }) => withdrawAmendment(db, who, params.key, params.amendment),
  }),
];
