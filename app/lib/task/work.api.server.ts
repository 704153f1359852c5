import { call } from "~/lib/api/call.server";
import { FILES_MAX } from "~/lib/file/limit";
import { cardMeasurements, changingMeasurement } from "~/lib/measurement/measurement.schema";
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
import { cardMeasurementsOf, changeMeasurement } from "./measure.server";
import { bulkUndo, moveResults } from "./move.schema";
import { addParts, copyCard } from "./part.server";
import { nameDefects } from "./treat.read.server";
import { namedDefects, treated, treating, untreating } from "./treat.schema";
import { treatDefects } from "./treat.server";
import { undoMoves } from "./undo.move.server";
import { undoCard } from "./undo.server";
import { untreatDefects } from "./untreat.server";
import { correctWork } from "./work.correct.server";
import { finishWork, stopCard } from "./work.finish.server";
import { cardWork } from "./work.page.schema";
import { workOf } from "./work.read.server";
import { correcting, defecting, finishing, pausing, resuming, starting, stopping } from "./work.schema";
import { pauseWork, resumeWork, startWork } from "./work.server";

const changing = versioned.extend(changingMeasurement.shape);

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
    summary: "カードを編集する（注文で決まったことは、変更依頼で変える）",
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
    summary: "完了する（不良の写真は3枚まで、記録項目の写真は合わせて10枚まで）",
    side: "seller",
    inTurn: true,
    params: cardKey,
    body: finishing,
    answer: cardRow,
    files: { most: FILES_MAX, images: true },
    run: async (db, who, { params, body, files }) =>
      cardRow.parse(await cardOf(db, who, (await finishWork(db, who, params.key, body, files)).key)),
  }),
  call({
    method: "POST",
    path: "/cards/{key}/defect",
    summary: "不良を登録する（写真は3枚まで）",
    side: "seller",
    inTurn: true,
    params: cardKey,
    body: defecting,
    answer: cardRow,
    files: { most: 3, images: true },
    run: async (db, who, { params, body, files }) =>
      cardRow.parse(await cardOf(db, who, (await registerDefect(db, who, params.key, body, files)).key)),
  }),
  call({
    method: "GET",
    path: "/defects",
    summary: "選んだ不良",
    side: "seller",
    query: untreating,
    answer: namedDefects,
    run: (db, who, { query }) => nameDefects(db, who, query),
  }),
  call({
    method: "POST",
    path: "/defects/treat",
    summary: "不良の処置を登録する",
    side: "seller",
    body: treating,
    answer: treated,
    run: (db, who, { body }) => treatDefects(db, who, body),
  }),
  call({
    method: "POST",
    path: "/defects/untreat",
    summary: "不良の処置を取り消す",
    side: "seller",
    body: untreating,
    answer: treated,
    run: (db, who, { body }) => untreatDefects(db, who, body),
  }),
  cardCommand("parts", "部品カードを追加する", parting, addParts),
  call({
    method: "GET",
    path: "/cards/{key}/measurements",
    summary: "カードの記録データと、今の工程で聞く記録項目",
    side: "seller",
    params: cardKey,
    answer: cardMeasurements,
    run: (db, who, { params }) => cardMeasurementsOf(db, who, params.key),
  }),
  call({
    method: "POST",
    path: "/cards/{key}/measurements",
    summary: "記録を再測定・訂正・取消する（写真は3枚まで）",
    side: "seller",
    params: cardKey,
    body: changing,
    answer: cardRow,
    files: { most: 3, images: true },
    run: async (db, who, { params, body, files }) =>
      cardRow.parse(await cardOf(db, who, (await changeMeasurement(db, who, params.key, body, files)).key)),
  }),
];
