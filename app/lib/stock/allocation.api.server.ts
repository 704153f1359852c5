import { type Call, call } from "~/lib/api/call.server";
import { cardOf } from "~/lib/task/card.read.server";
import { cardRow } from "~/lib/vocabulary/card.schema";
import {
  allocated,
  allocating,
  allocationKey,
  cardOfStock,
  cardShortages,
  releasing,
  stockCardNew,
  yielding,
} from "./allocation.schema";
import { allocateCard, releaseCard, yieldAllocation } from "./allocation.server";
import { shortagesOf } from "./card.read.server";
import { newCardFromStock } from "./card.stock.server";
import { replenished, replenishing, suggestionFilter, suggestions } from "./replenish.schema";
import { listSuggestions, replenish } from "./replenish.server";
import { stockKey } from "./stock.schema";

const rights = { side: "seller", permission: "inventory" } as const;

export const allocationCalls: Call[] = [
  call({
    method: "GET",
    path: "/cards/{key}/shortages",
    summary: "カードに足りない部品",
    ...rights,
    params: cardOfStock,
    answer: cardShortages,
    run: (db, who, { params }) => shortagesOf(db, who, params.key),
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
    run: (db, who, { params, body }) => allocateCard(db, who, params.key, body.num),
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
