import { z } from "zod";
import { call } from "~/lib/api/call.server";
import { pageOf } from "~/lib/list/list.schema";
import { paging } from "~/lib/list/paging.schema";
import { sortQuery } from "~/lib/list/sort";
import { key } from "~/lib/text/text.schema";
import { cancelOrder, seeAnswers, viewOrder } from "./order.cancel.server";
import { checkOf } from "./order.check.server";
import { orderFilter } from "./order.filter.schema";
import { orderLines } from "./order.line.list";
import { findOrderLines } from "./order.line.list.server";
import { orderList } from "./order.list";
import { findOrders } from "./order.list.server";
import { orderPapers } from "./order.papers.schema";
import { papersOf } from "./order.papers.server";
import { previewOf } from "./order.preview.server";
import { findOrder } from "./order.read.server";
import { remindOrders } from "./order.remind.server";
import { resolveOrder } from "./order.resolve.server";
import { order, orderCheck, orderMade, orderRow } from "./order.row.schema";
import { answersSeen, cancelInput, orderInput, orderKeys, reminded } from "./order.schema";
import { sendOrder } from "./order.send.server";
import { comparedInput } from "./previous.input.server";

const ofOrder = z.object({ key: key("外注依頼") });

export const orderCalls = [
  call({
    method: "GET",
    path: "/orders",
    summary: "外注依頼の一覧",
    query: orderFilter.extend({ ...paging, sort: sortQuery(orderList) }),
    answer: pageOf(orderRow),
    run: (db, who, { query }) => findOrders(db, who, query),
  }),
  call({
    method: "POST",
    path: "/orders",
    summary: "外注依頼を送る（1行が依頼先の新規依頼カード1枚になります）",
    side: "buyer",
    body: orderInput,
    answer: orderMade,
    run: async (db, who, { body }) => {
      const sent = await sendOrder(db, who, body);
      return { key: sent.key, order_id: sent.order_id };
    },
  }),
  call({
    method: "POST",
    path: "/orders/check",
    summary: "外注依頼の確認（送らない）",
    side: "buyer",
    body: orderInput,
    answer: orderCheck,
    run: async (db, who, { body }) => {
      const resolved = await resolveOrder(db, who, body);
      return {
        ...checkOf(body, resolved),
        compared: await comparedInput(db, who, body, resolved.lines),
        paper: await previewOf(db, who, body, resolved),
      };
    },
  }),
  call({
    method: "GET",
    path: "/orders/details",
    summary: "外注依頼の明細",
    query: orderFilter.extend({ ...paging, sort: sortQuery(orderLines) }),
    answer: pageOf(orderLines.row),
    run: (db, who, { query }) => findOrderLines(db, who, query),
  }),
  call({
    method: "POST",
    path: "/orders/remind",
    summary: "回答のない外注依頼の催促（1日1回）",
    side: "buyer",
    body: orderKeys,
    answer: reminded,
    run: (db, who, { body }) => remindOrders(db, who, body.keys),
  }),
  call({
    method: "GET",
    path: "/orders/{key}/papers",
    summary: "外注依頼の検収と、納品書・請求書",
    params: ofOrder,
    answer: orderPapers,
    run: (db, who, { params }) => papersOf(db, who, params.key),
  }),
  call({
    method: "GET",
    path: "/orders/{key}",
    summary: "外注依頼",
    params: ofOrder,
    answer: order,
    run: (db, who, { params }) => findOrder(db, who, params.key),
  }),
  call({
    method: "POST",
    path: "/orders/{key}/cancel",
    summary: "外注依頼の取消（承諾される前）",
    side: "buyer",
    params: ofOrder,
    body: cancelInput,
    answer: z.object({ key: z.number() }),
    run: (db, who, { params, body }) => cancelOrder(db, who, params.key, body),
  }),
  call({
    method: "PUT",
    path: "/orders/{key}/answers/seen",
    summary: "依頼先の回答を読んだことの記録",
    side: "buyer",
    params: ofOrder,
    body: answersSeen,
    answer: z.object({ key: z.number() }),
    run: (db, who, { params, body }) => seeAnswers(db, who, params.key, body),
  }),
  call({
    method: "PUT",
    path: "/orders/{key}/viewed",
    summary: "外注依頼を開いたことの記録",
    side: "seller",
    params: ofOrder,
    answer: z.object({ key: z.number() }),
    run: (db, who, { params }) => viewOrder(db, who, params.key),
  }),
];
