import { z } from "zod";
import { call } from "~/lib/api/call.server";
import { paging } from "~/lib/list/paging.schema";
import { sortQuery } from "~/lib/list/sort";
import { cardCommand, movingCommand } from "./card.call.server";
import { moveResults } from "./move.schema";
import { billShipped } from "./ship.billing.server";
import { shipCards, undoShipments } from "./ship.bulk.server";
import { shippedList } from "./ship.list";
import { shippedBilling, shippedFilter, shippedPage } from "./ship.list.schema";
import { shippedOf } from "./ship.list.server";
import { shipment, shipments, unshipment } from "./ship.schema";
import { shipCard, unshipCard } from "./ship.server";

export const shipCalls = [
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
  movingCommand("ship", "出荷する", shipment, shipCard),
  cardCommand("unship", "出荷を取り消す", unshipment, unshipCard),
  call({
    method: "GET",
    path: "/shipped",
    summary: "出荷済みカードの一覧",
    query: shippedFilter.extend({ ...paging, sort: sortQuery(shippedList("seller", [], false)) }),
    answer: shippedPage,
    run: (db, who, { query }) => shippedOf(db, who, query),
  }),
  call({
    method: "POST",
    path: "/shipped/billing",
    summary: "出荷済みカードの請求対象を切り替える",
    side: "seller",
    body: shippedBilling,
    answer: z.object({ num_changed: z.number() }),
    run: (db, who, { body }) => billShipped(db, who, body),
  }),
];
