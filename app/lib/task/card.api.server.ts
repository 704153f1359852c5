import { call } from "~/lib/api/call.server";
import { paging } from "~/lib/list/paging.schema";
import { sortQuery } from "~/lib/list/sort";
import { cardRow } from "~/lib/vocabulary/card.schema";
import { boardFilter } from "./board.filter.schema";
import { cardCommand, movingCommand } from "./card.call.server";
import { cardKey, counting } from "./card.command.schema";
import { cardList, cardsList } from "./card.list";
import { cardsOf } from "./card.list.server";
import { countCard, moveCard } from "./card.move.server";
import { newCardChoices } from "./card.new.choices.server";
import { cardNew } from "./card.new.schema";
import { newCard } from "./card.new.server";
import { cardChoices, cardDetail, choicesQuery } from "./card.page.schema";
import { cardOf, cardPage } from "./card.read.server";
import { movement } from "./move.card.schema";
import { placeCard, positionOf } from "./position.command.server";
import { cardPosition, placing } from "./position.schema";

export const cardCalls = [
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
    answer: cardPosition,
    run: (db, who, { params }) => positionOf(db, who, params.key),
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
  movingCommand("move", "工程を移す", movement, moveCard),
  cardCommand("place", "段取り順を変える", placing, placeCard),
  cardCommand("count", "良品・不良・途中の数を登録する", counting, countCard),
];
