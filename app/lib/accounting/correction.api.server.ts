import { type Call, call } from "~/lib/api/call.server";
import { correctionMade, correctionNew, correctionPreview } from "./correction.schema";
import { issueCorrection, previewCorrection } from "./correction.server";
import { changed, documentKey, restoring } from "./document.schema";
import { invoiceKind } from "./invoice.schema";
import { restoreInvoice } from "./restore.server";

const rights = { side: "seller", permission: "accounting", params: documentKey(invoiceKind.noun) } as const;

export const correctionCalls: Call[] = [
  call({
    method: "POST",
    path: "/invoices/{key}/correction/preview",
    summary: "請求書の訂正の確認",
    ...rights,
    body: correctionNew,
    answer: correctionPreview,
    run: (db, who, { params, body }) => previewCorrection(db, who, params.key, body),
  }),
  call({
    method: "POST",
    path: "/invoices/{key}/correction",
    summary: "請求書の訂正（赤黒・赤伝・訂正版）",
    ...rights,
    body: correctionNew,
    answer: correctionMade,
    run: (db, who, { params, body }) => issueCorrection(db, who, params.key, body),
  }),
  call({
    method: "POST",
    path: "/invoices/{key}/restore",
    summary: "取り消した請求書の復元",
    ...rights,
    body: restoring,
    answer: changed,
    run: (db, who, { params, body }) => restoreInvoice(db, who, params.key, body.reason, body.version),
  }),
];
