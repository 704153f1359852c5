import { z } from "zod";
import { type Call, call } from "~/lib/api/call.server";
import { key, optionalVersion } from "~/lib/text/text.schema";
import { draftDetail, draftNew, draftRow, draftSaved, templateNaming } from "./draft.schema";
import { deleteDraft, listDrafts, readDraft, renameTemplate, restoreDraft, saveDraft } from "./draft.server";

const side = "buyer" as const;
const ofDraft = z.object({ key: key("下書き") });
const rows = z.object({ items: z.array(draftRow) });

export const orderDraftCalls: Call[] = [
  call({
    method: "GET",
    path: "/orders/drafts",
    summary: "外注依頼の下書き",
    side,
    answer: rows,
    run: (db, who) => listDrafts(db, who, false),
  }),
  call({
    method: "GET",
    path: "/orders/templates",
    summary: "外注依頼のひな形",
    side,
    answer: rows,
    run: (db, who) => listDrafts(db, who, true),
  }),
  call({
    method: "POST",
    path: "/orders/drafts",
    summary: "外注依頼の下書き・ひな形の保存",
    side,
    body: draftNew,
    answer: draftSaved,
    run: (db, who, { body }) => saveDraft(db, who, body),
  }),
  call({
    method: "GET",
    path: "/orders/drafts/{key}",
    summary: "外注依頼の下書き・ひな形（1件）",
    side,
    params: ofDraft,
    answer: draftDetail,
    run: (db, who, { params }) => readDraft(db, who, params.key),
  }),
  call({
    method: "POST",
    path: "/orders/drafts/{key}/delete",
    summary: "外注依頼の下書き・ひな形の削除",
    side,
    params: ofDraft,
    body: z.object({ version: optionalVersion }),
    answer: draftSaved,
    run: (db, who, { params, body }) => deleteDraft(db, who, params.key, body.version),
  }),
  call({
    method: "POST",
    path: "/orders/drafts/{key}/restore",
    summary: "削除した外注依頼の下書き・ひな形を元に戻す",
    side,
    params: ofDraft,
    answer: draftSaved,
    run: (db, who, { params }) => restoreDraft(db, who, params.key),
  }),
  call({
    method: "PUT",
    path: "/orders/templates/{key}",
    summary: "外注依頼のひな形の名前の変更",
    side,
    params: ofDraft,
    body: templateNaming,
    answer: draftSaved,
    run: (db, who, { params, body }) => renameTemplate(db, who, params.key, body),
  }),
];
