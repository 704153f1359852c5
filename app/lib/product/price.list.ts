import { list } from "~/lib/list/list.schema";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { priceLine, productListFilter } from "./product.master.schema";

/** The file of prices, as its import takes it back. */
export const priceSheet = list({
  path: "/setting/product/price",
  api: "/products/prices",
  title: "単価",
  counter: "行",
  filter: productListFilter,
  fields: [],
  row: priceLine,
  key: "code",
  columns: [
    { name: "code", label: "商品番号", kind: "code" },
    { name: "name", label: "品名", kind: "text" },
    { name: "buyer_name", label: "依頼元", kind: "text" },
    { name: "min_quantity", label: "数量", kind: "quantity" },
    { name: "unit_price", label: "単価", kind: "quantity" },
    { name: "unit", label: "単位", kind: "text", text: (row) => UNIT_LABEL[row.unit] },
    { name: "effective_from", label: "適用日", kind: "date" },
    { name: "agreed_on", label: "合意日", kind: "date" },
    { name: "note", label: "メモ", kind: "text" },
  ],
  empty: { none: { text: "単価はまだありません。" } },
});
