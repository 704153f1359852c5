import { call } from "~/lib/api/call.server";
import { cardRow } from "~/lib/vocabulary/card.schema";
import { mergeCards, undivideCard } from "./branch.merge.server";
import { copying, dividing, merging, parting } from "./branch.schema";
import { divideCard } from "./branch.server";
import { cardCommand } from "./card.call.server";
import { cardKey, versioned } from "./card.command.schema";
import { billing, cancelling, cardEdit, flagging } from "./card.edit.schema";
import { billCard, cancelCard, editCard, flagCard } from "./card.edit.server";
import { cardOf } from "./card.read.server";
import { registerDefect } from "./defect.server";
import { bulkUndo, moveResults } from "./move.schema";
import { addParts, copyCard } from "./part.server";
import { undoMoves } from "./undo.move.server";
import { undoCard } from "./undo.server";
import { correctWork } from "./work.correct.server";
import { finishWork, stopCard } from "./work.finish.server";
import { cardWork } from "./work.page.schema";
import { workOf } from "./work.read.server";
import { correcting, defecting, finishing, pausing, resuming, starting, stopping } from "./work.schema";
import { pauseWork, resumeWork, startWork } from "./work.server";

export const workCalls = [
  call({
    method: "POST",
    path: "/cards/undo",
    summary: "一括移動を元に戻す",
    side: "seller",
    body: bulkUndo,
    answer: moveResults,
    run: (db, who, { body }) => undoMoves(db, who, body),
  }),
  call({
    method: "GET",
    path: "/cards/{key}/work",
    summary: "カードの実績・不良・外注・部品・枝",
    side: "seller",
    params: cardKey,
    answer: cardWork,
    run: (db, who, { params }) => workOf(db, who, params.key),
  }),
  call({
    method: "PUT",
    path: "/cards/{key}",
    summary: "カードを編集する",
    side: "seller",
    params: cardKey,
    body: cardEdit,
    answer: cardRow,
    run: async (db, who, { params, body }) =>
      cardRow.parse(await cardOf(db, who, (await editCard(db, who, params.key, body)).key)),
  }),
  cardCommand("start", "着手する", starting, startWork),
  cardCommand("pause", "中断する", pausing, pauseWork),
  cardCommand("resume", "再開する", resuming, resumeWork),
  cardCommand("stop", "中止する", stopping, stopCard),
  cardCommand("correct", "実績を修正する", correcting, correctWork, { side: "seller", admin: true }),
  cardCommand("undo", "最後の操作を元に戻す", versioned, undoCard),
  cardCommand("urgent", "至急を付ける・外す", flagging, flagCard),
  cardCommand("billing", "請求対象を切り替える", billing, billCard),
  cardCommand("cancel", "カードを取り消す", cancelling, cancelCard),
  cardCommand("copy", "カードを複製する", copying, copyCard),
  cardCommand("divide", "分割する", dividing, divideCard),
  cardCommand("undivide", "分割を元に戻す", versioned, undivideCard),
  cardCommand("merge", "枝を合流する", merging, mergeCards),
  call({
    method: "POST",
    path: "/cards/{key}/finish",
    summary: "完了する（不良の写真は3枚まで）",
    side: "seller",
    params: cardKey,
    body: finishing,
    answer: cardRow,
    files: { most: 3, images: true },
    run: async (db, who, { params, body, files }) =>
      cardRow.parse(await cardOf(db, who, (await finishWork(db, who, params.key, body, files)).key)),
  }),
  call({
    method: "POST",
    path: "/cards/{key}/defect",
    summary: "不良を登録する（写真は3枚まで）",
    side: "seller",
    params: cardKey,
    body: defecting,
    answer: cardRow,
    files: { most: 3, images: true },
    run: async (db, who, { params, body, files }) =>
      cardRow.parse(await cardOf(db, who, (await registerDefect(db, who, params.key, body, files)).key)),
  }),
  cardCommand("parts", "部品カードを追加する", parting, addParts),
];
