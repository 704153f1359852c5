import { z } from "zod";
import { optionalDecimal, optionalInteger, quantity } from "~/lib/money/number.schema";
import { unitProblem } from "~/lib/money/price";
import { crossField } from "~/lib/text/cross.field";
import {
  choice,
  emptyText,
  foundKey,
  optional,
  optionalText,
  rowKey,
  unchosenText,
  version,
} from "~/lib/text/text.schema";
import { date, optionalDate } from "~/lib/time/date.schema";
import { PLACES, type Places } from "./product";
import { PRODUCT_LABEL, productFields } from "./product.fields";

const listed = (value: unknown) => value ?? [];

export const ofProduct = z.object({
  productId: rowKey,
});

const productBasics = z.object({
  code: productFields.code,
  name: productFields.name,
  category: optional(productFields.category),
  drawing_no: optional(productFields.drawing_no),
  drawing_revision: optional(productFields.drawing_revision),
  order_unit: productFields.order_unit,
  unit: productFields.unit,
  unit_weight: optional(productFields.unit_weight),
  pieces_per_set: optional(productFields.pieces_per_set),
  is_stock: productFields.is_stock,
  num_threshold: optional(productFields.num_threshold),
  note: optional(productFields.note),
});
const measured = ["unit", "order_unit", "unit_weight", "pieces_per_set"] as [
  "unit",
  "order_unit",
  "unit_weight",
  "pieces_per_set",
];

export const productNew = productBasics
  .extend({
    buyer_id: z.preprocess(
      (value) => value || undefined,
      z.string({ error: unchosenText("依頼元") }).max(40),
    ),
    unit_price: optional(productFields.unit_price),
    effective_from: optionalDate(PRODUCT_LABEL.effective_from),
    agreed_on: optional(productFields.agreed_on),
  })
  .check(
    crossField(measured, unitProblem),
    crossField(["effective_from", "unit_price"], (one) =>
      one.unit_price !== undefined && !one.effective_from ? emptyText(PRODUCT_LABEL.effective_from) : null,
    ),
    crossField(["agreed_on", "unit_price"], (one) =>
      one.unit_price !== undefined && !one.agreed_on ? emptyText(PRODUCT_LABEL.agreed_on) : null,
    ),
  );
export const productChange = productBasics.extend({ version }).check(crossField(measured, unitProblem));

export const productSteps = z.object({
  version,
  steps: z.preprocess(
    listed,
    z
      .array(
        z.object({
          at: optionalInteger("順", 1, 99_999),
          group_id: z.preprocess(
            (value) => (value === "" || value === null ? undefined : value),
            z.coerce
              .number({ error: emptyText("工程") })
              .int()
              .min(1)
              .max(98),
          ),
          setup_minutes: optionalDecimal("段取", { min: "0" }),
          minutes_per_item: optionalDecimal("1単位の時間", { min: "0" }),
          caution: optionalText("QR注意書き", 200),
        }),
      )
      .max(30, { error: "工程は30までです" }),
  ),
  items: z.preprocess(
    listed,
    z
      .array(
        z.object({
          item_id: foundKey("記録項目"),
          lower_limit: optionalDecimal("下限"),
          upper_limit: optionalDecimal("上限"),
        }),
      )
      .max(50, { error: "記録項目は50までです" }),
  ),
});
export type ProductSteps = z.output<typeof productSteps>;

export const productParts = z.object({
  version,
  parts: z.preprocess(
    listed,
    z
      .array(
        z.object({
          part_id: optional(productFields.product_id),
          name: optional(productFields.name),
          per_parent: quantity("員数", { min: "0.001" }),
        }),
      )
      .max(50, { error: "部品は50までです" }),
  ),
});
export type ProductParts = z.output<typeof productParts>;

export const productPrice = z.object({
  version,
  effective_from: productFields.effective_from,
  agreed_on: productFields.agreed_on,
  note: optionalText("メモ", 200),
  tiers: z.preprocess(
    listed,
    z
      .array(z.object({ min_quantity: quantity("数量"), unit_price: productFields.tier_price }))
      .min(1, { error: "単価を入力してください" })
      .max(20, { error: "数量段階は20までです" }),
  ),
});
export const priceWithdrawal = z.object({ version, effective_from: date(PRODUCT_LABEL.effective_from) });

const chosen = z.preprocess(
  (value) => (value === undefined || value === null ? [] : [value].flat()),
  z
    .array(productFields.product_id)
    .min(1, { error: "商品を選択してください" })
    .max(2000, { error: "一度に2,000件までです。条件で絞り込んでください" }),
);

export const repricing = z.object({
  ids: chosen,
  rate: quantity("改定率", { min: "-99.999", max: "1000" }).refine((rate) => rate !== "0", {
    error: "改定率を入力してください",
  }),
  places: choice("端数", Object.keys(PLACES) as [Places, ...Places[]]),
  effective_from: productFields.effective_from,
  agreed_on: productFields.agreed_on,
  note: optionalText("メモ", 200),
});
export const repricingUndo = z.object({
  effective_from: date(PRODUCT_LABEL.effective_from),
  created_time: z.iso.datetime({ error: "画面を読み込み直してください" }),
});
export type Repricing = z.output<typeof repricing>;
export const stepCopying = z.object({ ids: chosen, from_id: foundKey("コピー元の商品") });
export const activation = z.object({
  ids: chosen,
  is_active: z.preprocess((value) => value === true || value === "true", z.boolean()),
});
