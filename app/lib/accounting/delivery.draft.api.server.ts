import { z } from "zod";
import { type Call, call } from "~/lib/api/call.server";
import { draftDetail, draftList, draftNew } from "./delivery.draft.schema";
import { deleteDraft, listDrafts, readDraft, saveDraft } from "./delivery.draft.server";
import { changed, documentKey, stateChange } from "./document.schema";

const rights = { side: "seller", permission: "accounting" } as const;
const params = documentKey("下書き");

export const draftCalls: Call[] = [
  call({
    method: "GET",
    path: "/deliveries/drafts",
    summary: "納品書の下書き",
    ...rights,
    answer: z.object({ items: z.array(draftList.row) }),
    run: (db, who) => listDrafts(db, who),
  }),
  call({
    method: "POST",
    path: "/deliveries/drafts",
    summary: "納品書の下書きの保存",
    ...rights,
    body: draftNew,
    answer: changed,
    run: (db, who, { body }) => saveDraft(db, who, body),
  }),
  call({
    method: "GET",
    path: "/deliveries/drafts/{key}",
    summary: "納品書の下書き（1件）",
    ...rights,
    params,
    answer: draftDetail,
    run: (db, who, { params: { key } }) => readDraft(db, who, key),
  }),
  call({
    method: "POST",
    path: "/deliveries/drafts/{key}/delete",
    summary: "納品書の下書きの削除",
    ...rights,
    params,
    body: stateChange,
    answer: changed,
    run: (db, who, { params: { key }, body }) => deleteDraft(db, who, key, body.version),
  }),
];
