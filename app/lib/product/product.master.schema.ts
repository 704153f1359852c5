import { z } from "zod";
import { fileRow } from "~/lib/file/file.schema";
import { paging } from "~/lib/list/paging.schema";
import { sortBy } from "~/lib/list/sort";
import { activityRow } from "~/lib/log/activity.schema";
import { factoryProcess } from "~/lib/shop/process.schema";
import { recordItem } from "~/lib/shop/record.schema";
import { checkbox, optional, optionalText } from "~/lib/text/text.schema";
import { productFields } from "./product.fields";
import { productRow } from "./product.schema";

/** Prices are null without the accounting permission. */
export const productLine = productRow.extend({
  buyer_name: z.string(),
  category: z.string().nullable(),
  price_from: z.string().nullable(),
  price_text: z.string().nullable(),
  num_units: z.string().nullable(),
  steps: z.string(),
  minutes: z.string().nullable(),
  step_minutes: z.string(),
  step_setups: z.string(),
  num_parts: z.number(),
  num_threshold: z.string().nullable(),
  last_order_time: z.string().nullable(),
  thumb: z.string().nullable(),
  is_active: z.boolean(),
  note: z.string().nullable(),
});
export type ProductLine = z.infer<typeof productLine>;
/** 分類 that products bear, by name. */
export const productCategories = z.object({ items: z.array(z.string()) });

export const productListFilter = z.object({
  q: optionalText("検索", 100),
  buyer_id: optionalText("依頼元", 40),
  category: optional(productFields.category),
  all: checkbox(),
  unpriced: checkbox(),
  stock: checkbox(),
  ...paging,
  sort: sortBy(["code", "name"], "code"),
});

const tier = z.object({ min_quantity: z.string(), unit_price: z.string().nullable() });
const priceList = z.object({
  effective_from: z.string(),
  agreed_on: z.string(),
  note: z.string().nullable(),
  valid_until: z.string().nullable(),
  created_by: z.string().nullable(),
  created_time: z.string(),
  tiers: z.array(tier),
  /** No order has been priced by it: it may be taken back. */
  is_unused: z.boolean(),
});
const step = z.object({
  group_id: z.number(),
  setup_minutes: z.string().nullable(),
  minutes_per_item: z.string().nullable(),
  caution: z.string().nullable(),
});
const productItem = z.object({
  item_id: z.number(),
  lower_limit: z.string().nullable(),
  upper_limit: z.string().nullable(),
});
const part = z.object({
  part_id: z.number().nullable(),
  code: z.string().nullable(),
  name: z.string(),
  per_parent: z.string(),
});

/** `prices` is null without the accounting permission, else newest first. */
export const productPage = z.object({
  product: productRow.omit({ unit_price: true }).extend({
    buyer_name: z.string(),
    category: z.string().nullable(),
    is_active: z.boolean(),
    num_threshold: z.string().nullable(),
    note: z.string().nullable(),
    version: z.number(),
    update_time: z.string(),
  }),
  prices: z.array(priceList).nullable(),
  steps: z.array(step),
  items: z.array(productItem),
  parts: z.array(part),
  used_in: z.array(z.object({ product_id: z.number(), code: z.string(), name: z.string() })),
  processes: z.array(factoryProcess),
  record_items: z.array(recordItem),
  log: z.array(activityRow),
  files: z.array(fileRow),
});
export type ProductPage = z.infer<typeof productPage>;

export const repriced = z.object({
  items: z.array(
    z.object({
      product_id: z.number(),
      code: z.string(),
      name: z.string(),
      before: z.string().nullable(),
      after: z.string().nullable(),
      problem: z.string().nullable(),
    }),
  ),
});
export type Repriced = z.infer<typeof repriced>;
export const changedCount = z.object({ num: z.number() });
export const repricedCount = changedCount.extend({ created_time: z.string() });
export const repricingUndone = changedCount.extend({ num_kept: z.number() });

export const priceLine = z.object({
  code: z.string(),
  name: z.string(),
  buyer_name: z.string(),
  min_quantity: z.string(),
  unit: productRow.shape.unit,
  unit_price: z.string().nullable(),
  effective_from: z.string(),
  agreed_on: z.string(),
  note: z.string().nullable(),
});
