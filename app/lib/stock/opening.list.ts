import { z } from "zod";
import { list, pageOf } from "~/lib/list/list.schema";
import { paging } from "~/lib/list/paging.schema";
import { UNIT_LABEL, unit } from "~/lib/vocabulary/card.schema";
import { INVENTORY } from "./stock.list";

const openingRow = z.object({
  product_id: z.number(),
  code: z.string(),
  name: z.string(),
  order_unit: unit,
  effective_date: z.string().nullable(),
  num: z.string().nullable(),
  unit_price: z.string().nullable(),
  words: z.string().nullable(),
});
export type OpeningRow = z.infer<typeof openingRow>;
export const openingFilter = z.object(paging);
export const openingPage = pageOf(openingRow);

/** Goes out with empty cells where there is none yet: filled in, it comes in again. */
export const openingList = list({
  path: `${INVENTORY}/opening`,
  api: `${INVENTORY}/opening`,
  title: "期首在庫",
  counter: "件",
  key: "product_id",
  filter: openingFilter,
  fields: [],
  row: openingRow,
  columns: [
    { name: "code", label: "商品番号", kind: "code" },
    { name: "name", label: "品名", kind: "text" },
    { name: "order_unit", label: "単位", kind: "text", text: (row) => UNIT_LABEL[row.order_unit] },
    { name: "effective_date", label: "日付", kind: "date" },
    { name: "num", label: "数量", kind: "quantity" },
    { name: "unit_price", label: "単価", kind: "quantity", amount: true },
    { name: "words", label: "メモ", kind: "text" },
  ],
  empty: { none: { text: "在庫として管理する商品がありません。" } },
});
