import { z } from "zod";
import { itemFields } from "~/lib/fields/card.fields";
import { quantity } from "~/lib/money/number.schema";
import { checkbox, code, labelsOf, text } from "~/lib/text/text.schema";
import { date } from "~/lib/time/date.schema";

/** Typed for the price of a quantity that has none yet: an empty cell is a slip. */
export const OPEN = "要相談";
const readOpen = (value: unknown) => (typeof value === "string" && value.trim() === OPEN ? null : value);

export const productFields = {
  ...itemFields,
  tier_price: z.preprocess(readOpen, itemFields.unit_price.nullable()).meta({ title: "単価" }),
  code: code("商品番号", 60),
  category: text("分類", 40),
  is_stock: checkbox("在庫管理"),
  num_threshold: quantity("しきい値"),
  effective_from: date("適用開始日", "coming"),
  agreed_on: date("合意日"),
};
export const PRODUCT_LABEL = labelsOf(productFields);
