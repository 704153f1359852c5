import { type Call, call } from "~/lib/api/call.server";
import { breakdown } from "./breakdown.schema";
import { arrivingOf, shippingOf } from "./breakdown.server";
import { stockHistory } from "./history.schema";
import { historyOf } from "./history.server";
import { stockKey } from "./stock.schema";

export const breakdownCalls: Call[] = [
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
