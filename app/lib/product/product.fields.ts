import { itemFields } from "~/lib/fields/card.fields";
import { quantity } from "~/lib/money/number.schema";
import { checkbox, code, labelsOf } from "~/lib/text/text.schema";
import { date } from "~/lib/time/date.schema";

export const productFields = {
  ...itemFields,
  code: code("商品番号", 60),
  is_stock: checkbox("在庫管理"),
  num_threshold: quantity("しきい値"),
  effective_from: date("適用開始日", "coming"),
  agreed_on: date("合意日"),
};
export const PRODUCT_LABEL = labelsOf(productFields);
