import { call } from "~/lib/api/call.server";
import { choicesOf } from "./board.choices.server";
import { columnOf } from "./board.column.server";
import { boardChoices } from "./board.filter.schema";
import { orderColumn } from "./board.order.server";
import { pulseOf } from "./board.pulse.server";
import {
  board,
  boardPulse,
  boardQuery,
  boardToday,
  columnOrder,
  columnOrdered,
  columnPage,
  columnQuery,
  pulseQuery,
} from "./board.schema";
import { boardOf } from "./board.server";
import { todayOf } from "./board.today.server";

export const boardCalls = [
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
    path: "/board/today",
    summary: "今日の出荷",
    answer: boardToday,
    run: (db, who) => todayOf(db, who),
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
];
