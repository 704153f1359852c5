import { eq } from "drizzle-orm";
import { call } from "~/lib/api/call.server";
import type { Who } from "~/lib/api/who";
import { codesOf } from "~/lib/code/code.list.server";
import { codeFilter, codeRow, reissued, reissuing, tagQuery, tags } from "~/lib/code/code.schema";
import { cardByCode, reissue } from "~/lib/code/code.server";
import { tagsOf } from "~/lib/code/tag.server";
import type { Tx } from "~/lib/db/connection.server";
import { pageOf } from "~/lib/list/list.schema";
import { outsourcing } from "~/lib/move/outsource.schema";
import { processesOf } from "~/lib/shop/process.server";
import { reasonsOf } from "~/lib/shop/reason.server";
import { recordItemsOf } from "~/lib/shop/record.server";
import { workersOf } from "~/lib/shop/worker.server";
import { factory_meta } from "~/lib/tables/factory.table.server";
import { runningNow } from "~/lib/task/indirect.server";
import { conflictsOf } from "./conflict.server";
import { takePin } from "./pin.server";
import { photosOfScan } from "./scan.photo.server";
import { outsourceScan, resolveScan } from "./scan.resolve.server";
import {
  looked,
  lookQuery,
  photographed,
  pinAnswer,
  pinInput,
  resolution,
  scanBatch,
  scanKey,
  scanPhoto,
  scanResult,
  scanResults,
  station,
  stationQuery,
} from "./scan.schema";
import { takeScans } from "./scan.server";
import { cardSummariesOf, cardsOfProduct, recentCards } from "./summary.server";

async function lookUp(db: Tx, who: Who, code: string) {
  const meant = await cardByCode(db, who, code);
  if (typeof meant === "string")
    return { kind: null, key: null, label: null, card: null, cards: [], detail: meant };
  const [card] = meant.kind === "card" ? await cardSummariesOf(db, who, [meant.key]) : [];
  const cards =
    meant.kind === "product" ? await cardSummariesOf(db, who, await cardsOfProduct(db, who, meant.key)) : [];
  return { kind: meant.kind, key: meant.key, label: meant.name, card: card ?? null, cards, detail: null };
}

async function stayFor(db: Tx, who: Who): Promise<number> {
  const [row] = await db
    .select({ scan_stay: factory_meta.scan_stay })
    .from(factory_meta)
    .where(eq(factory_meta.company_id, who.company_id));
  return row!.scan_stay;
}

async function stationOf(db: Tx, who: Who, with_cards: boolean) {
  const [processes, reasons] = await Promise.all([
    processesOf(db, who.company_id),
    reasonsOf(db, who.company_id, false),
  ]);
  return station.parse({
    company_id: who.company_id,
    processes: processes.filter((one) => one.role !== "inbox"),
    workers: await workersOf(db, who, false),
    running: await runningNow(db, who),
    reasons: reasons.filter(({ kind }) => ["defect", "pause", "indirect"].includes(kind)),
    conflicts: await conflictsOf(db, who, processes),
    cards: with_cards ? await cardSummariesOf(db, who, await recentCards(db, who)) : [],
    stay: await stayFor(db, who),
    items: await recordItemsOf(db, who.company_id),
  });
}

export const scanCalls = [
  call({
    method: "GET",
    path: "/scans/station",
    summary: "スキャン画面が使う工程・作業者・理由と、確認が必要な読み取り",
    side: "seller",
    query: stationQuery,
    answer: station,
    run: (db, who, { query }) => stationOf(db, who, query.cards),
  }),
  call({
    method: "GET",
    path: "/scans/look",
    summary: "コードやカードの番号が何かを調べる",
    side: "seller",
    query: lookQuery,
    answer: looked,
    run: (db, who, { query }) => lookUp(db, who, query.code),
  }),
  call({
    method: "POST",
    path: "/scans",
    summary: "読み取りを登録する（50件まで、端末の番号ごとに一度だけ）",
    side: "seller",
    inTurn: true,
    body: scanBatch,
    answer: scanResults,
    run: (db, who, { body }) => takeScans(db, who, body),
  }),
  call({
    method: "POST",
    path: "/scans/resolve",
    summary: "確認が必要な読み取りを登録する・片付ける",
    side: "seller",
    body: resolution,
    answer: scanResult,
    run: (db, who, { body }) => resolveScan(db, who, body),
  }),
  call({
    method: "POST",
    path: "/scans/{client_id}/outsource",
    summary: "確認が必要な読み取りのカードを、協力会社を選んで外注に出す",
    side: "seller",
    params: scanKey,
    body: outsourcing,
    answer: scanResult,
    run: (db, who, { params, body }) => outsourceScan(db, who, params.client_id, body),
  }),
  call({
    method: "POST",
    path: "/scans/{client_id}/photos",
    summary: "読み取った完了の、写真の記録項目に写真を付ける（3枚まで）",
    side: "seller",
    params: scanKey,
    body: scanPhoto,
    answer: photographed,
    files: { most: 3, images: true },
    run: (db, who, { params, body, files }) => photosOfScan(db, who, params.client_id, body, files),
  }),
  call({
    method: "POST",
    path: "/scans/pin",
    summary: "作業者の暗証番号を確かめる",
    side: "seller",
    body: pinInput,
    answer: pinAnswer,
    run: (db, who, { body }) => takePin(db, who, body),
  }),
  call({
    method: "GET",
    path: "/codes",
    summary: "工程・作業者・カード・操作のコード",
    side: "seller",
    query: codeFilter,
    answer: pageOf(codeRow),
    run: (db, who, { query }) => codesOf(db, who, query),
  }),
  call({
    method: "GET",
    path: "/codes/tags",
    summary: "現品票に印刷する内容",
    side: "seller",
    query: tagQuery,
    answer: tags,
    run: (db, who, { query }) => tagsOf(db, who, query),
  }),
  call({
    method: "POST",
    path: "/codes/reissue",
    summary: "コードを再発行する（古い用紙は使えなくなる）",
    side: "seller",
    admin: true,
    body: reissuing,
    answer: reissued,
    run: (db, who, { body }) => reissue(db, who, body),
  }),
];
