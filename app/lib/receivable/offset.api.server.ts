import { type Call, call } from "~/lib/api/call.server";
import { pageOf } from "~/lib/list/list.schema";
import { offsetPartnersOf, readOffsetBooks } from "./offset.books.server";
import { readOffsetDetail } from "./offset.detail.server";
import { offsetFilter, offsetRow } from "./offset.list";
import {
  offsetBooks,
  offsetDetail,
  offsetKey,
  offsetNew,
  offsetPartners,
  offsetQuery,
  offsetSaid,
  offsetSaying,
} from "./offset.proposal.schema";
import { proposeOffset } from "./offset.propose.server";
import { listOffsets } from "./offset.read.server";
import { sayToOffset } from "./offset.say.server";

const books = { side: "seller", permission: "accounting" } as const;

export const offsetCalls: Call[] = [
  call({
    ...books,
    method: "GET",
    path: "/offsets",
    summary: "相殺の一覧",
    query: offsetFilter.omit({ q: true }),
    answer: pageOf(offsetRow).partial().required({ items: true }),
    run: (db, who, { query }) => listOffsets(db, who, query),
  }),
  call({
    ...books,
    method: "GET",
    path: "/offsets/partners",
    summary: "相殺できる取引先",
    answer: offsetPartners,
    run: (db, who) => offsetPartnersOf(db, who),
  }),
  call({
    ...books,
    method: "GET",
    path: "/offsets/books",
    summary: "相殺できる双方の請求書",
    query: offsetQuery,
    answer: offsetBooks,
    run: (db, who, { query }) => readOffsetBooks(db, who, query.partner_id),
  }),
  call({
    ...books,
    method: "POST",
    path: "/offsets",
    summary: "相殺の提案",
    body: offsetNew,
    answer: offsetSaid,
    run: (db, who, { body }) => proposeOffset(db, who, body),
  }),
  call({
    ...books,
    method: "GET",
    path: "/offsets/{key}",
    summary: "相殺",
    params: offsetKey,
    answer: offsetDetail,
    run: (db, who, { params }) => readOffsetDetail(db, who, params.key),
  }),
  call({
    ...books,
    method: "POST",
    path: "/offsets/{key}/say",
    summary: "相殺への回答・取り下げ・取消",
    params: offsetKey,
    body: offsetSaying,
    answer: offsetSaid,
    run: (db, who, { params, body }) => sayToOffset(db, who, params.key, body),
  }),
];
