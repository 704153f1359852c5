import { call } from "~/lib/api/call.server";
import { movable, movableFilter } from "./movable.schema";
import { movableOf } from "./movable.server";

export const movableCalls = [
  call({
    method: "GET",
    path: "/movable",
    summary: "一括移動の対象になるカード",
    side: "seller",
    query: movableFilter,
    answer: movable,
    run: (db, who, { query }) => movableOf(db, who, query),
  }),
];
