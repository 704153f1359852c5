import { z } from "zod";
import { integer, optionalDecimal, optionalInteger, quantity } from "~/lib/money/number.schema";
import { crossField } from "~/lib/text/cross.field";
import {
  checkbox,
  optionalChoice,
  optionalKey,
  optionalLines,
  optionalText,
  rowKey,
  version,
} from "~/lib/text/text.schema";
import { optionalDate } from "~/lib/time/date.schema";
import { type Unit, unit } from "~/lib/vocabulary/card.schema";
import { versioned } from "./card.command.schema";

const share = z.object({
  num_items: quantity("数量"),
  delivery_date: optionalDate("納期", "coming"),
  group_id: optionalInteger("移動先", 1, 98),
});

/** The first part stays on this card with what is done; together they are what is undone. */
export const dividing = versioned.extend({
  parts: z
    .array(share, { error: "分ける数量を入力してください" })
    .min(2, { error: "2つ以上に分けてください" })
    .max(50, { error: "50までに分けてください" }),
  /** Left out: 部品も同じ比率で分ける. */
  scale_parts: z.preprocess(
    (value) => value ?? "yes",
    z.enum(["yes", "no"], { error: "部品の分け方を選択してください" }),
  ),
  reason: optionalLines("メモ", 400),
});

const picked = z.object({
  key: rowKey,
  version,
});

export const merging = versioned.extend({
  cards: z
    .array(picked, { error: "合流する枝を選択してください" })
    .min(1, { error: "合流する枝を選択してください" })
    .max(50, { error: "50枚までです" }),
  reason: optionalLines("メモ", 400),
});

const part = z
  .object({
    product_id: optionalKey("商品"),
    name: optionalText("品名", 120),
    /** 員数: how many go into one of the parent. */
    per_parent: quantity("員数", { min: "0.001" }),
    order_unit: optionalChoice("注文単位", unit.options as [Unit, ...Unit[]]),
    group_id: optionalInteger("工程", 1, 98),
    note: optionalLines("備考", 400),
  })
  .check(
    crossField(["name", "product_id"], (one) =>
      one.product_id === undefined && one.name === undefined
        ? "商品を選択するか、品名を入力してください"
        : null,
    ),
  );

export const parting = versioned.extend({
  parts: z
    .array(part, { error: "部品を入力してください" })
    .min(1, { error: "部品を1つ以上入力してください" })
    .max(30, { error: "部品は30までです" }),
});

export const copying = versioned.extend({
  num_items: optionalDecimal("数量", { min: "0.001" }),
  delivery_date: optionalDate("納期", "coming"),
  copies: z.preprocess((value) => value ?? 1, integer("枚数", 1, 20)),
  with_parts: checkbox(),
});
