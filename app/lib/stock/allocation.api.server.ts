import { type Call, call } from "~/lib/api/call.server";
import { cardOf } from "~/lib/task/card.read.server";
import { cardRow } from "~/lib/vocabulary/card.schema";
import { allocateAll, findAllocation, releaseAll } from "./allocation.all.server";
import {
  acceptingFromStock,
  allocated,
  allocatedAll,
  allocating,
  allocatingAll,
  allocationKey,
  cardOfStock,
  cardShortages,
  cardStock,
  heldAllocation,
  releasing,
  releasingAll,
  shortagesFilter,
  shortagesOfAll,
  stockCardNew,
  waiting,
  waitingFilter,
  yielding,
} from "./allocation.schema";
import { releaseCard, yieldAllocation } from "./allocation.server";
import { cardStockOf, waitingCards } from "./card.figures.server";
import { shortagesOf, shortagesOfCards } from "./card.read.server";
import { acceptFromStock, allocateFor, newCardFromStock } from "./card.stock.server";
import {
  replenished,
  replenishing,
  suggestionFilter,
  suggestions,
  suggestionTurned,
} from "./replenish.schema";
import { dismissSuggestion, listSuggestions, replenish } from "./replenish.server";
import { stockKey } from "./stock.schema";
import { stockUse } from "./use.schema";
import { useOf } from "./use.server";

const rights = { side: "seller", permission: "inventory" } as const;

export const allocationCalls: Call[] = [
  call({
    method: "GET",
    path: "/cards/{key}/stock",
    summary: "カードの引当と、在庫から出せる数",
    side: "seller",
    params: cardOfStock,
    answer: cardStock,
    run: (db, who, { params }) => cardStockOf(db, who, params.key),
  }),
  call({
    method: "GET",
    path: "/cards/{key}/shortages",
    summary: "カードに足りない部品",
    side: "seller",
    params: cardOfStock,
    answer: cardShortages,
    run: (db, who, { params }) => shortagesOf(db, who, params.key),
  }),
  call({
    method: "GET",
    path: "/inventory/shortages",
    summary: "選んだカードに足りない在庫と部品（出荷・移動の前に）",
    side: "seller",
    query: shortagesFilter,
    answer: shortagesOfAll,
    run: (db, who, { query }) => shortagesOfCards(db, who, query),
  }),
  call({
    method: "GET",
    path: "/inventory/suggestions",
    summary: "補充の提案",
    ...rights,
    query: suggestionFilter,
    answer: suggestions,
    run: (db, who, { query }) => listSuggestions(db, who, query),
  }),
  call({
    method: "POST",
    path: "/inventory/suggestions/{product_id}/dismiss",
    summary: "補充の提案を見送る（次にしきい値を下回るまで）",
    ...rights,
    params: stockKey,
    answer: suggestionTurned,
    run: (db, who, { params }) => dismissSuggestion(db, who, params.product_id, true),
  }),
  call({
    method: "POST",
    path: "/inventory/suggestions/{product_id}/restore",
    summary: "見送った補充の提案を戻す",
    ...rights,
    params: stockKey,
    answer: suggestionTurned,
    run: (db, who, { params }) => dismissSuggestion(db, who, params.product_id, false),
  }),
  call({
    method: "GET",
    path: "/inventory/{product_id}/use",
    summary: "しきい値の目安（直近62営業日の出庫から）",
    ...rights,
    params: stockKey,
    answer: stockUse,
    run: (db, who, { params }) => useOf(db, who, params.product_id),
  }),
  call({
    method: "POST",
    path: "/inventory/replenish",
    summary: "補充カードを作る",
    ...rights,
    body: replenishing,
    answer: replenished,
    run: (db, who, { body }) => replenish(db, who, body),
  }),
  call({
    method: "POST",
    path: "/cards/{key}/allocation",
    summary: "引当（在庫から出す）",
    ...rights,
    params: cardOfStock,
    body: allocating,
    answer: allocated,
    run: (db, who, { params, body }) => allocateFor(db, who, params.key, body),
  }),
  call({
    method: "POST",
    path: "/cards/{key}/allocation/accept",
    summary: "依頼を承諾し、在庫から出す",
    ...rights,
    params: cardOfStock,
    body: acceptingFromStock,
    answer: cardRow,
    run: async (db, who, { params, body }) =>
      cardRow.parse(await cardOf(db, who, (await acceptFromStock(db, who, params.key, body)).key)),
  }),
  call({
    method: "GET",
    path: "/inventory/waiting",
    summary: "引当を待つカード（納期、至急、カード番号の順の提案）",
    ...rights,
    query: waitingFilter,
    answer: waiting,
    run: (db, who, { query }) => waitingCards(db, who, query),
  }),
  call({
    method: "POST",
    path: "/inventory/allocations",
    summary: "選んだカードにまとめて引き当てる（300枚まで）",
    ...rights,
    body: allocatingAll,
    answer: allocatedAll,
    run: (db, who, { body }) => allocateAll(db, who, body),
  }),
  call({
    method: "POST",
    path: "/inventory/allocations/undo",
    summary: "まとめて引き当てた分を元に戻す",
    ...rights,
    body: releasingAll,
    answer: allocatedAll,
    run: (db, who, { body }) => releaseAll(db, who, body),
  }),
  call({
    method: "GET",
    path: "/inventory/allocations/{key}",
    summary: "引当",
    ...rights,
    params: allocationKey,
    answer: heldAllocation,
    run: (db, who, { params }) => findAllocation(db, who, params.key),
  }),
  call({
    method: "POST",
    path: "/cards/{key}/allocation/release",
    summary: "引当の解除",
    ...rights,
    params: cardOfStock,
    body: releasing,
    answer: allocated,
    run: (db, who, { params, body }) => releaseCard(db, who, params.key, body),
  }),
  call({
    method: "POST",
    path: "/inventory/allocations/{key}/yield",
    summary: "引当をほかのカードに譲る",
    ...rights,
    params: allocationKey,
    body: yielding,
    answer: allocated,
    run: (db, who, { params, body }) => yieldAllocation(db, who, params.key, body),
  }),
  call({
    method: "POST",
    path: "/inventory/{product_id}/cards",
    summary: "在庫から出す新規カード",
    ...rights,
    params: stockKey,
    body: stockCardNew,
    answer: cardRow,
    run: async (db, who, { params, body }) =>
      cardRow.parse(await cardOf(db, who, await newCardFromStock(db, who, params.product_id, body))),
  }),
];
