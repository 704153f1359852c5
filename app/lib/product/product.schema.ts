import { z } from "zod";
import { PAGE_SIZE } from "~/lib/list/paging.schema";
import { foundKey, optionalText } from "~/lib/text/text.schema";
import { unit } from "~/lib/vocabulary/card.schema";
import { productFields } from "./product.fields";

/** `unit_price` is today's; null to people without the accounting permission. */
export const productRow = z.object({
  product_id: z.number(),
  seller_id: z.string(),
  buyer_id: z.string(),
  code: z.string(),
  name: z.string(),
  drawing_no: z.string().nullable(),
  drawing_revision: z.string().nullable(),
  order_unit: unit,
  unit,
  unit_weight: z.string().nullable(),
  pieces_per_set: z.string().nullable(),
  is_stock: z.boolean(),
  unit_price: z.string().nullable(),
});
export type ProductRow = z.infer<typeof productRow>;

export const productFilter = z.object({
  q: optionalText("検索", 100),
  seller_id: optionalText("依頼先", 40),
  buyer_id: optionalText("依頼元", 40),
  codes: z.preprocess(
    (value) => (value === undefined || value === "" ? undefined : [value].flat()),
    z.array(productFields.code).max(100).optional(),
  ),
  ids: z.preprocess(
    (value) => (value === undefined || value === "" ? undefined : [value].flat()),
    z.array(foundKey("商品")).max(100).optional(),
  ),
  size: z.coerce.number().int().min(1).max(200).default(PAGE_SIZE),
});
export const products = z.object({ items: z.array(productRow) });
