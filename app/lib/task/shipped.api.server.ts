import { z } from "zod";
import { call } from "~/lib/api/call.server";
import { paging } from "~/lib/list/paging.schema";
import { sortQuery } from "~/lib/list/sort";
import { shippedList } from "./shipped.list";
import { shippedBilling, shippedFilter, shippedPage } from "./shipped.schema";
import { billShipped, shippedOf } from "./shipped.server";

export const shippedCalls = [
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
