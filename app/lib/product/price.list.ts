import { list } from "~/lib/list/list.schema";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { priceText } from "./product";
import { OPEN, PRODUCT_LABEL } from "./product.fields";
import { priceLine, productListFilter } from "./product.master.schema";

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
    { name: "code", label: PRODUCT_LABEL.code, kind: "code" },
    { name: "name", label: PRODUCT_LABEL.name, kind: "text" },
    { name: "buyer_name", label: "依頼元", kind: "text" },
    { name: "min_quantity", label: "数量", kind: "quantity" },
    {
      name: "unit_price",
      label: PRODUCT_LABEL.unit_price,
      kind: "quantity",
      text: (row) => priceText(row.unit_price),
      csv: (row) => row.unit_price ?? OPEN,
    },
    { name: "unit", label: PRODUCT_LABEL.unit, kind: "text", text: (row) => UNIT_LABEL[row.unit] },
    { name: "effective_from", label: PRODUCT_LABEL.effective_from, kind: "date" },
    { name: "agreed_on", label: PRODUCT_LABEL.agreed_on, kind: "date" },
    { name: "note", label: "メモ", kind: "text" },
  ],
  empty: { none: { text: "単価はまだありません。" } },
});
