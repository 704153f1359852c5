import { z } from "zod";
import type { Who } from "~/lib/auth/who";
import { call } from "~/lib/backend/call.server";
import type { Tx } from "~/lib/db/connection.server";
import { pageOf } from "~/lib/list/list.schema";
import { paging } from "~/lib/list/paging.schema";
import { key } from "~/lib/text/text.schema";
import { cancelOrder, viewOrder } from "./order.cancel.server";
import { orderFilter } from "./order.list";
import { findOrders } from "./order.list.server";
import { findOrder, seesAmounts } from "./order.read.server";
import { resolveOrder } from "./order.resolve.server";
import { order, orderCheck, orderMade, orderRow } from "./order.row.schema";
import { cancelInput, orderInput, type OrderInput } from "./order.schema";
import { sendOrder } from "./order.send.server";

const ofOrder = z.object({ key: key("外注依頼") });

/** A price from the product master is shown to the accounting permission only; one that was typed goes back to who typed it. */
async function check(db: Tx, who: Who, input: OrderInput) {
  const { lines, payment_terms, toriteki, problem } = await resolveOrder(db, who, input);
  const shown = (index: number) => seesAmounts(who) || input.lines[index]!.unit_price !== undefined;
  const price = lines.every((line, index) => line.price !== null && shown(index)) ? lines.reduce((sum, line) => sum + line.price!, 0) : null;
  return orderCheck.parse({
    payment_terms, price, toriteki, problem, lines: lines.map((line, index) => (shown(index) ? line : { ...line, unit_price: null, price: null })),
  });
}

export const orderCalls = [
  call({
    method: "GET", path: "/orders", summary: "外注依頼の一覧", query: orderFilter.extend(paging), answer: pageOf(orderRow),
    run: (db, who, { query }) => findOrders(db, who, query),
  }),
  call({
    method: "POST", path: "/orders", summary: "外注依頼を送る（1行が依頼先の新規依頼カード1枚になります）", side: "buyer", body: orderInput, answer: orderMade,
    run: async (db, who, { body }) => {
      const { key, order_id } = await sendOrder(db, who, body);
      return { key, order_id };
    },
  }),
  call({
    method: "POST", path: "/orders/check", summary: "外注依頼の確認（送らない）", side: "buyer", body: orderInput, answer: orderCheck,
    run: (db, who, { body }) => check(db, who, body),
  }),
  call({
    method: "GET", path: "/orders/{key}", summary: "外注依頼", params: ofOrder, answer: order,
    run: (db, who, { params }) => findOrder(db, who, params.key),
  }),
  call({
    method: "POST", path: "/orders/{key}/cancel", summary: "外注依頼の取消（承諾される前）", side: "buyer", params: ofOrder, body: cancelInput,
    answer: z.object({ key: z.number() }),
    run: (db, who, { params, body }) => cancelOrder(db, who, params.key, body),
  }),
  call({
    method: "PUT", path: "/orders/{key}/viewed", summary: "外注依頼を開いたことの記録", side: "seller", params: ofOrder, answer: z.object({ key: z.number() }),
    run: (db, who, { params }) => viewOrder(db, who, params.key),
  }),
];
