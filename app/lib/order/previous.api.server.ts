import { z } from "zod";
import { type Call, call } from "~/lib/api/call.server";
import { fileRow } from "~/lib/file/file.schema";
import { FILES_MAX } from "~/lib/file/limit";
import { optionalInteger } from "~/lib/money/number.schema";
import { code, key, optional } from "~/lib/text/text.schema";
import { optionalDate } from "~/lib/time/date.schema";
import { lineFields } from "./order.fields";
import { addDraftFiles } from "./order.files.server";
import { compared, comparedCard, lastLines } from "./previous.schema";
import { comparedCardOf, comparedOrder, lastLinesOf } from "./previous.server";

export const previousCalls: Call[] = [
  call({
    method: "GET",
    path: "/orders/lines",
    summary: "商品の前回までの依頼（直近5件）",
    side: "buyer",
    query: z.object({
      seller_id: code("依頼先", 40),
      product_id: key("商品"),
      order_date: optionalDate("依頼日"),
      num_items: optional(lineFields.num_items),
    }),
    answer: lastLines,
    run: (db, who, { query }) => lastLinesOf(db, who, query),
  }),
  call({
    method: "POST",
    path: "/orders/drafts/{key}/files",
    summary: "外注依頼の下書きにファイルを添付する",
    side: "buyer",
    params: z.object({ key: key("下書き") }),
    body: z.object({}),
    files: { most: FILES_MAX },
    answer: fileRow.array(),
    run: (db, who, { params, files }) => addDraftFiles(db, who, params.key, files),
  }),
  call({
    method: "GET",
    path: "/orders/{key}/previous",
    summary: "外注依頼の添付と、前回から変わった所",
    params: z.object({ key: key("外注依頼") }),
    query: z.object({ revision: optionalInteger("版", 1, 9999) }),
    answer: compared,
    run: (db, who, { params, query }) => comparedOrder(db, who, params.key, query),
  }),
  call({
    method: "GET",
    path: "/cards/{key}/previous",
    summary: "カードの依頼の、前回から変わった所",
    params: z.object({ key: key("カード") }),
    answer: comparedCard,
    run: (db, who, { params }) => comparedCardOf(db, who, params.key),
  }),
];
