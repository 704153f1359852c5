import { call } from "~/lib/api/call.server";
import { pageOf } from "~/lib/list/list.schema";
import { paging } from "~/lib/list/paging.schema";
import { findSentFiles, searchMessages } from "./search.read.server";
import { searchFilter, searchRow, sentFileFilter, sentFileRow } from "./search.schema";

export const searchCalls = [
  call({
    method: "GET",
    path: "/chats/search",
    summary: "すべてのルームのメッセージの検索（新しい順、500件まで）",
    query: searchFilter.extend(paging),
    answer: pageOf(searchRow),
    run: (db, who, { query }) => searchMessages(db, who, query),
  }),
  call({
    method: "GET",
    path: "/chats/sent",
    summary: "ルームで送り合ったファイル（新しい順、500件まで）",
    query: sentFileFilter.extend(paging),
    answer: pageOf(sentFileRow),
    run: (db, who, { query }) => findSentFiles(db, who, query),
  }),
];
