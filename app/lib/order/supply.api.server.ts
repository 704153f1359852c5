import { type Call, call } from "~/lib/api/call.server";
import { pageOf } from "~/lib/list/list.schema";
import { supplyFilter } from "./supply.list";
import { moveSupply, sendSupply, undoMove } from "./supply.move.server";
import { plannedFor } from "./supply.planned.server";
import { findSupply, listSupplies, suppliesOfOrder } from "./supply.read.server";
import {
  plannedSupplies,
  supplyKey,
  supplyLedger,
  supplyMade,
  supplyMoved,
  supplyOfOrder,
  supplyRow,
  supplySent,
  supplyUndoing,
} from "./supply.schema";

/** Who orders and who is ordered from both work with them: a factory may be either. */
export const supplyCalls: Call[] = [
  call({
    method: "GET",
    path: "/supplies",
    summary: "支給品の残",
    query: supplyFilter.omit({ q: true }),
    answer: pageOf(supplyRow).partial().required({ items: true }),
    run: (db, who, { query }) => listSupplies(db, who, query),
  }),
  call({
    method: "GET",
    path: "/supplies/planned",
    summary: "これから渡す支給品（外注依頼の明細に書かれたもの）",
    answer: plannedSupplies,
    run: (db, who) => plannedFor(db, who),
  }),
  call({
    method: "POST",
    path: "/supplies",
    summary: "支給（依頼元が、渡した材料を記録する）",
    body: supplySent,
    answer: supplyMade,
    run: (db, who, { body }) => sendSupply(db, who, body),
  }),
  call({
    method: "GET",
    path: "/supplies/{key}",
    summary: "支給品の動き",
    params: supplyKey,
    answer: supplyLedger,
    run: (db, who, { params }) => findSupply(db, who, params.key),
  }),
  call({
    method: "POST",
    path: "/supplies/{key}/moves",
    summary: "支給品の使用・返却",
    params: supplyKey,
    body: supplyMoved,
    answer: supplyMade,
    run: (db, who, { params, body }) => moveSupply(db, who, params.key, body),
  }),
  call({
    method: "POST",
    path: "/supplies/{key}/undo",
    summary: "支給品の動きの取消（反対の行を足す）",
    params: supplyKey,
    body: supplyUndoing,
    answer: supplyMade,
    run: (db, who, { params, body }) => undoMove(db, who, params.key, body),
  }),
  call({
    method: "GET",
    path: "/orders/{key}/supplies",
    summary: "外注依頼に支給した材料",
    params: supplyKey,
    answer: supplyOfOrder,
    run: (db, who, { params }) => suppliesOfOrder(db, who, params.key),
  }),
];
