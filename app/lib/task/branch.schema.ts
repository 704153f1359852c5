import { z } from "zod";
import { CARD_LABEL, cardFields } from "~/lib/fields/card.fields";
import { integer, optionalInteger, quantity } from "~/lib/money/number.schema";
import { crossField } from "~/lib/text/cross.field";
import { checkbox, optional, optionalLines, rowKey, version } from "~/lib/text/text.schema";
import { versioned } from "./card.command.schema";

const share = z.object({
  num_items: quantity(CARD_LABEL.num_items),
  delivery_date: optional(cardFields.delivery_date),
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
    product_id: optional(cardFields.product_id),
    name: optional(cardFields.name),
    /** 員数: how many go into one of the parent. */
    per_parent: quantity("員数", { min: "0.001" }),
    order_unit: optional(cardFields.order_unit),
    group_id: optional(cardFields.group_id),
    note: optional(cardFields.note),
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
  num_items: optional(cardFields.num_items),
  delivery_date: optional(cardFields.delivery_date),
  copies: z.preprocess((value) => value ?? 1, integer("枚数", 1, 20)),
  with_parts: checkbox(),
});
