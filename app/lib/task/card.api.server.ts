import type { z } from "zod";
import { call } from "~/lib/api/call.server";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { paging } from "~/lib/list/paging.schema";
import { sortQuery } from "~/lib/list/sort";
import { cardRow } from "~/lib/vocabulary/card.schema";
import { orderColumn } from "./board.order.server";
import { pulseOf } from "./board.pulse.server";
import {
  board,
  boardChoices,
  boardFilter,
  boardPulse,
  boardQuery,
  columnOrder,
  columnOrdered,
  columnPage,
  columnQuery,
  pulseQuery,
} from "./board.schema";
import { boardOf, columnOf } from "./board.server";
import { choicesOf } from "./board.where.server";
import {
  acceptCard,
  acceptCards,
  agreeDate,
  declineCard,
  proposeDate,
  refuseDate,
} from "./card.answer.server";
import {
  acceptance,
  cardKey,
  cardNew,
  counting,
  movement,
  placing,
  proposal,
  reasoned,
  shipment,
  shipments,
  unshipment,
  versioned,
} from "./card.command.schema";
import { cardList, cardsList } from "./card.list";
import { cardsOf } from "./card.list.server";
import { countCard, moveCard } from "./card.move.server";
import { newCard, newCardChoices } from "./card.new.server";
import { cardChoices, cardDetail, cardMoved, cardPlace, choicesQuery } from "./card.page.schema";
import { placeCard, placeOf } from "./card.place.server";
import { cardOf, cardPage } from "./card.read.server";
import { shipCards, undoShipments } from "./card.ship.bulk.server";
import { shipCard, unshipCard } from "./card.ship.server";
import type { Card } from "./card.write.server";
import { moveResults } from "./move.schema";
import { endedBy } from "./work.ended.server";

/** A command on one card: it answers the card as it then is, to the eyes of who asked. */
function command<B extends z.ZodType>(
  side: "seller" | undefined,
  act: string,
  summary: string,
  body: B,
  run: (db: Tx, who: Who, key: number, body: z.output<B>) => Promise<Card>,
) {
  return call({
    method: "POST",
    path: `/cards/{key}/${act}`,
    summary,
    side,
    params: cardKey,
    body,
    answer: cardRow,
    run: async (db, who, { params, body: given }) =>
      cardRow.parse(await cardOf(db, who, (await run(db, who, params.key, given as z.output<B>)).key)),
  });
}

/** A command of the factory that ends whatever work is going on at the card, and tells whose. */
function commandCall<B extends z.ZodType>(
  act: string,
  summary: string,
  body: B,
  run: (db: Tx, who: Who, key: number, body: z.output<B>) => Promise<Card>,
) {
  return call({
    method: "POST",
    path: `/cards/{key}/${act}`,
    summary,
    side: "seller",
    params: cardKey,
    body,
    answer: cardMoved,
    run: async (db, who, { params, body: given }) => {
      const made = await run(db, who, params.key, given as z.output<B>);
      return cardMoved.parse({ ...(await cardOf(db, who, made.key)), ended: await endedBy(db, made) });
    },
  });
}

export const cardCalls = [
  call({
    method: "GET",
    path: "/board",
    summary: "進捗管理・進捗確認のカンバン",
    query: boardQuery,
    answer: board,
    run: (db, who, { query }) => boardOf(db, who, query),
  }),
  call({
    method: "GET",
    path: "/board/pulse",
    summary: "カンバンのどの列が変わったか",
    query: pulseQuery,
    answer: boardPulse,
    run: (db, who, { query }) => pulseOf(db, who, query.since),
  }),
  call({
    method: "GET",
    path: "/board/choices",
    summary: "カンバンの条件の選択肢",
    answer: boardChoices,
    run: (db, who) => choicesOf(db, who),
  }),
  call({
    method: "GET",
    path: "/board/column",
    summary: "列の続きのカード",
    query: columnQuery,
    answer: columnPage,
    run: (db, who, { query }) => columnOf(db, who, query),
  }),
  call({
    method: "PUT",
    path: "/board/order",
    summary: "列の並び順を決める",
    side: "seller",
    body: columnOrder,
    answer: columnOrdered,
    run: (db, who, { body }) => orderColumn(db, who, body),
  }),
  call({
    method: "GET",
    path: "/cards",
    summary: "カンバンにあるカードの一覧",
    query: boardFilter.extend({ ...paging, sort: sortQuery(cardsList("seller", null, false)) }),
    answer: cardList,
    run: (db, who, { query }) => cardsOf(db, who, query),
  }),
  call({
    method: "GET",
    path: "/cards/choices",
    summary: "カードを作るときの選択肢",
    side: "seller",
    query: choicesQuery,
    answer: cardChoices,
    run: async (db, who, { query }) => cardChoices.parse(await newCardChoices(db, who, query.q)),
  }),
  call({
    method: "GET",
    path: "/cards/{key}",
    summary: "カードと履歴",
    params: cardKey,
    answer: cardDetail,
    run: async (db, who, { params }) => cardDetail.parse(await cardPage(db, who, params.key)),
  }),
  call({
    method: "GET",
    path: "/cards/{key}/place",
    summary: "段取り順の何番目か",
    side: "seller",
    params: cardKey,
    answer: cardPlace,
    run: (db, who, { params }) => placeOf(db, who, params.key),
  }),
  call({
    method: "POST",
    path: "/cards",
    summary: "カードを作る",
    side: "seller",
    body: cardNew,
    answer: cardRow,
    run: async (db, who, { body }) =>
      cardRow.parse(await cardOf(db, who, (await newCard(db, who, body)).key)),
  }),
  call({
    method: "POST",
    path: "/cards/accept",
    summary: "選んだ依頼をまとめて承諾する",
    side: "seller",
    body: acceptance,
    answer: moveResults,
    run: (db, who, { body }) => acceptCards(db, who, body),
  }),
  call({
    method: "POST",
    path: "/cards/ship",
    summary: "出荷待ちのカードをまとめて出荷する（100枚まで）",
    side: "seller",
    body: shipments,
    answer: moveResults,
    run: (db, who, { body }) => shipCards(db, who, body),
  }),
  call({
    method: "POST",
    path: "/cards/unship",
    summary: "まとめた出荷を元に戻す",
    side: "seller",
    body: shipments,
    answer: moveResults,
    run: (db, who, { body }) => undoShipments(db, who, body),
  }),
  command("seller", "accept", "依頼を承諾する", versioned, acceptCard),
  command("seller", "propose", "別の納期を提案する", proposal, proposeDate),
  command("seller", "decline", "依頼を断る", reasoned, declineCard),
  command(undefined, "agree", "提案された納期に合意する", versioned, agreeDate),
  command(undefined, "refuse", "提案された納期を断る", reasoned, refuseDate),
  commandCall("move", "工程を移す", movement, moveCard),
  command("seller", "place", "段取り順を変える", placing, placeCard),
  command("seller", "count", "良品・不良・途中の数を登録する", counting, countCard),
  commandCall("ship", "出荷する", shipment, shipCard),
  command("seller", "unship", "出荷を取り消す", unshipment, unshipCard),
];
