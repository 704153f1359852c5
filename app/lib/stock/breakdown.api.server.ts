import { type Call, call } from "~/lib/api/call.server";
import { breakdown, breakdownFilter, breakdowns } from "./breakdown.schema";
import { arrivingOf, firstOf, shippingOf } from "./breakdown.server";
import { stockHistory } from "./history.schema";
import { historyOf } from "./history.server";
import { stockKey } from "./stock.schema";

export const breakdownCalls: Call[] = [
  call({
    method: "GET",
    path: "/inventory/breakdown",
    summary: "入荷予定と出荷予定の内訳（商品ごとに納期の早い順に数行）",
    side: "seller",
    permission: "inventory",
    query: breakdownFilter,
    answer: breakdowns,
    run: (db, who, { query }) => firstOf(db, who, query.ids ?? []),
  }),
  call({
    method: "GET",
    path: "/inventory/{product_id}/arriving",
    summary: "入荷予定の内訳",
    side: "seller",
    permission: "inventory",
    params: stockKey,
    answer: breakdown,
    run: (db, who, { params }) => arrivingOf(db, who, params.product_id),
  }),
  call({
    method: "GET",
    path: "/inventory/{product_id}/shipping",
    summary: "出荷予定の内訳（引当と部品の必要数）",
    side: "seller",
    permission: "inventory",
    params: stockKey,
    answer: breakdown,
    run: (db, who, { params }) => shippingOf(db, who, params.product_id),
  }),
  call({
    method: "GET",
    path: "/inventory/{product_id}/history",
    summary: "在庫の推移（90日）",
    permission: "inventory",
    params: stockKey,
    answer: stockHistory,
    run: (db, who, { params }) => historyOf(db, who, params.product_id),
  }),
];
